import { useMemo, useState } from 'preact/hooks';
import { formatCount } from '../numbers.ts';
import { Choice } from '../parts/choice.tsx';
import { Icon } from '../parts/icon.tsx';
import { readableLine } from '../parts/name-text.ts';
import { Sheet } from '../parts/sheet.tsx';
import type { Day } from '../time/days.ts';
import { type DiffLine, type DiffPart, diffLines, foldSame } from './diff.ts';
import { type RobotsVersion, formatMoment } from './obedience.ts';
import type { Compared } from './rules-view.ts';

const ROWS_AT_ONCE = 400;

/** Where the sheet is, for those who choose another version. */
export const DIFF_ID = 'diff';

type Props = {
  readonly versions: readonly RobotsVersion[];
  /** Undefined for the first version, whose text is shown. */
  readonly before: RobotsVersion | undefined;
  readonly after: RobotsVersion;
  /** By the id of the version; undefined while they load, null if they were refused. */
  readonly texts: ReadonlyMap<string, string> | null | undefined;
  readonly today: Day;
  readonly compare: (changed: Compared) => void;
};

/** The differences between two versions, line by line. */
export function DiffSheet({ versions, before, after, texts, today, compare }: Props) {
  const [text, other] = [before && texts?.get(before.id), texts?.get(after.id)];
  const lines = useMemo(
    () => (other === undefined ? undefined : diffLines(before ? (text ?? '') : other, other)),
    [before?.id, after.id, text, other],
  );
  return (
    <div class="diff-place" id={DIFF_ID} tabIndex={-1}>
      <Sheet
        title={titleOf(before, after, today)}
        height={300}
        {...(lines && { hint: before ? wordsOf(lines) : `${formatCount(lines.length)} lines` })}
        end={versions.length > 1 && before && <Picks {...{ versions, before, after, compare }} />}
      >
        {texts === null ? null : lines && <Lines key={`${before?.id ?? ''} ${after.id}`} lines={lines} />}
      </Sheet>
    </div>
  );
}

/** Versions that are not neighbours did not change on one day. */
function titleOf(before: RobotsVersion | undefined, after: RobotsVersion, today: Day): string {
  if (!before) return `Version ${after.number}`;
  return before.number === after.number - 1
    ? `What changed on ${formatMoment(after.since, today)}`
    : `From version ${before.number} to version ${after.number}`;
}

function wordsOf(lines: readonly DiffLine[]): string {
  const [added, removed] = (['added', 'removed'] as const).map(
    (change) => lines.filter((line) => line.change === change).length,
  ) as [number, number];
  if (added + removed === 0) return 'Nothing';
  return `${formatCount(added)} ${added === 1 ? 'line' : 'lines'} added, ${formatCount(removed)} removed`;
}

type PicksProps = Pick<Props, 'versions' | 'compare'> & {
  readonly before: RobotsVersion;
  readonly after: RobotsVersion;
};

/** More would make the page slow. */
const MOST_OPTIONS = 200;

function Picks({ versions, before, after, compare }: PicksProps) {
  const optionsFor = (chosen: RobotsVersion) =>
    [...new Set([...versions.map(({ number }) => number).slice(0, MOST_OPTIONS), chosen.number])]
      .sort((a, b) => b - a)
      .map((number) => ({ value: String(number), label: `Version ${number}` }));
  return (
    <span class="end two-picks">
      <Choice
        name="From"
        options={optionsFor(before).filter(({ value }) => value !== String(after.number))}
        chosen={String(before.number)}
        choose={(value) => compare({ from: Number(value), to: after.number })}
      />
      <Icon name="go" />
      <Choice
        name="To"
        options={optionsFor(after).filter(({ value }) => value !== String(before.number))}
        chosen={String(after.number)}
        choose={(value) => compare({ from: before.number, to: Number(value) })}
      />
    </span>
  );
}

function Lines({ lines }: { readonly lines: readonly DiffLine[] }) {
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const parts = useMemo(
    () => (lines.some(({ change }) => change !== 'same') ? foldSame(lines) : lines),
    [lines],
  );
  const more = parts.length - most;
  return (
    <>
      <div class="diff" tabIndex={0} role="region" aria-label="Line by line">
        <table>
          <thead class="sr">
            <tr>
              <th scope="col">Line before</th>
              <th scope="col">Line after</th>
              <th scope="col">Change</th>
              <th scope="col">Text</th>
            </tr>
          </thead>
          <tbody>
            {parts.slice(0, most).map((part, at) => (
              <Part key={at} part={part} />
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && (
        <div class="more">
          <button class="btn quiet small" onClick={() => setMost(most + ROWS_AT_ONCE)}>
            {formatCount(more)} more lines
          </button>
        </div>
      )}
    </>
  );
}

function Part({ part }: { readonly part: DiffPart }) {
  if (part.change === 'left-out') {
    return (
      <tr class="out">
        <td colSpan={4}>
          {formatCount(part.count)} unchanged {part.count === 1 ? 'line' : 'lines'}
        </td>
      </tr>
    );
  }
  const { before, after, change } = part;
  return (
    <tr class={change}>
      <td class="no">{before}</td>
      <td class="no">{after}</td>
      <td class="sg">{change !== 'same' && <Sign change={change} />}</td>
      <td class="tx">
        <LineText {...part} />
      </td>
    </tr>
  );
}

function Sign({ change }: { readonly change: 'added' | 'removed' }) {
  return (
    <>
      <span aria-hidden="true">{change === 'added' ? '+' : '−'}</span>
      <span class="sr">{change}</span>
    </>
  );
}

function LineText({ change, text }: DiffLine) {
  const shown = readableLine(text);
  switch (change) {
    case 'added':
      return <ins>{shown}</ins>;
    case 'removed':
      return <del>{shown}</del>;
    case 'same':
      return <>{shown}</>;
  }
}
