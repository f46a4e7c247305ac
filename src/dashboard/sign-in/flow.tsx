import { Mark } from '../parts/mark.tsx';

const ROWS = 25;
const BOTS = [387, 354, 299, 270, 236, 188, 135, 87, 24];
const READERS = [558, 636, 702];

/** Squares come to the pages from the left, fewer triangles from the right, and some become discs: what the product shows. */
export function Flow() {
  return (
    <aside class="art" aria-label="What it shows">
      <svg class="flow" viewBox="0 0 800 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {Array.from({ length: ROWS }, (_, row) => (
          <Row key={row} row={row} />
        ))}
      </svg>
      <p class="cap">
        <span>
          <Mark kind="bot" />
          Bots read your pages
        </span>
        <span>
          <Mark kind="ref" />
          Their products send readers
        </span>
        <span>
          <Mark kind="con" />
          Some of them convert
        </span>
      </p>
    </aside>
  );
}

function Row({ row }: { readonly row: number }) {
  const top = 84 + 28 * row;
  // Any fixed pattern that does not look like one will do.
  const shift = (17 * row * row) % 31;
  return (
    <>
      {BOTS.slice(0, 9 - (row % 3)).map((left) => (
        <rect
          key={left}
          x={left - shift}
          y={top - 3.2}
          width="6.5"
          height="6.5"
          rx="1.2"
          fill="var(--bot)"
          opacity={(0.1 + (0.68 * left) / 400).toFixed(2)}
        />
      ))}
      <rect
        x="424"
        y={top - 7}
        width="56"
        height="14"
        rx="4"
        fill="currentColor"
        opacity={0.3 + shift / 100}
      />
      {READERS.slice(0, row % 4).map((left) => (
        <path
          key={left}
          d={`M${left - shift + 9} ${top - 5}l-9 5 9 5z`}
          fill="var(--ref)"
          opacity={(1.3 - left / 900).toFixed(2)}
        />
      ))}
      {row % 3 === 2 && row % 4 > 0 && <circle cx="468" cy={top} r="4" fill="var(--con)" />}
    </>
  );
}
