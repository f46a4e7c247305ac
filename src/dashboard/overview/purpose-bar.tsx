import { formatShare, sumOf } from '../numbers.ts';
import { PURPOSE_WORDS } from '../purposes.ts';
import type { OverviewStats } from './site.ts';

const SHADES = [1, 0.66, 0.4, 0.28, 0.16];

/** One bar for all bot visits, in parts by purpose. */
export function PurposeBar({ purposes }: { readonly purposes: OverviewStats['purposes'] }) {
  const all = sumOf(purposes, ({ count }) => count);
  const seen = purposes.filter(({ count }) => count > 0);
  const parts = seen.map((part, index) => ({
    ...part,
    shade: SHADES[index] ?? 0.16,
    left: (100 * sumOf(seen.slice(0, index), ({ count }) => count)) / all,
    width: (100 * part.count) / all,
  }));
  if (all === 0) return null;
  return (
    <div class="purposes">
      <svg aria-hidden="true">
        {parts.map(({ purpose, shade, left, width }) => (
          <rect
            key={purpose}
            x={`${left.toFixed(2)}%`}
            width={`${Math.max(0.2, width - 0.4).toFixed(2)}%`}
            height="100%"
            fill="currentColor"
            opacity={shade}
          />
        ))}
      </svg>
      <ul>
        {parts.map(({ purpose, count, shade }) => (
          <li key={purpose}>
            <svg class="kind-bot" viewBox="0 0 9 9" aria-hidden="true">
              <rect width="9" height="9" fill="currentColor" opacity={shade} />
            </svg>
            <span>
              <b>{formatShare(count, all)}</b> {PURPOSE_WORDS[purpose]}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
