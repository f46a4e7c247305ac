import { useState } from 'preact/hooks';
import { formatCount } from '../numbers.ts';
import { readableLine } from '../parts/name-text.ts';
import { Sheet } from '../parts/sheet.tsx';
import { Table } from '../parts/table.tsx';
import type { Day } from '../time/days.ts';
import { type RobotsVersion, formatMoment } from './obedience.ts';
import { wordsOfInvalid } from './robots-lines.ts';

const ROWS_AT_ONCE = 8;

type Props = {
  readonly versions: readonly RobotsVersion[] | null | undefined;
  readonly today: Day;
  /** The number of the version whose changes are shown. */
  readonly shown: number | undefined;
  readonly show: (version: RobotsVersion) => void;
  readonly paste: () => void;
  readonly remove: (version: RobotsVersion) => void;
};

/** Every robots.txt that is known, the newest first. */
export function VersionsSheet({ versions, paste, ...table }: Props) {
  const [most, setMost] = useState(ROWS_AT_ONCE);
  const newestFirst = versions?.toSorted((a, b) => b.number - a.number);
  return (
    <Sheet
      title="robots.txt"
      place="c-5"
      height={300}
      {...(versions && {
        hint: `${formatCount(versions.length)} ${versions.length === 1 ? 'version' : 'versions'}`,
      })}
      end={
        <button class="btn small end" onClick={paste}>
          Paste one
        </button>
      }
    >
      {newestFirst && (
        <>
          <VersionTable versions={newestFirst.slice(0, most)} {...table} />
          {newestFirst.length > most && (
            <div class="more">
              <button class="btn quiet small" onClick={() => setMost(most + 25)}>
                {formatCount(newestFirst.length - most)} earlier versions
              </button>
            </div>
          )}
        </>
      )}
    </Sheet>
  );
}

type TableProps = Omit<Props, 'versions' | 'paste'> & { readonly versions: readonly RobotsVersion[] };

function VersionTable({ versions, today, shown, show, remove }: TableProps) {
  return (
    <Table
      class="vers"
      hasHiddenHeads
      rows={versions}
      keyOf={({ id }) => id}
      columns={[
        {
          ...{ head: 'Version', cellClass: 'two' },
          cell: (version) => <VersionName version={version} today={today} />,
        },
        {
          ...{ head: 'Actions', cellClass: 'num acts-c' },
          cell: (version) => (
            <>
              <button
                class="btn small"
                aria-current={version.number === shown ? 'true' : undefined}
                onClick={() => show(version)}
              >
                {version.number === 1 ? 'Text' : 'Changes'}
                <span class="sr"> of version {version.number}</span>
              </button>
              <button class="btn quiet small" onClick={() => remove(version)}>
                Delete<span class="sr"> version {version.number}</span>
              </button>
            </>
          ),
        },
      ]}
    />
  );
}

const ORIGINS: Readonly<Record<string, string>> = {
  fetched: 'fetched',
  file: 'from a file',
  pasted: 'pasted',
};

type NameProps = { readonly version: RobotsVersion; readonly today: Day };

function VersionName({ version, today }: NameProps) {
  const { number, since, until, origin, signals, invalidLines } = version;
  return (
    <>
      <span class="name">Version {number}</span>
      {until === null && <span class="tag solid">in force</span>}
      <small class="clip">
        since {formatMoment(since, today)}, {ORIGINS[origin] ?? origin}
        {invalidLines.length > 0 && `. ${wordsOfInvalid(invalidLines)}`}
        {signals.length > 0 && (
          <>
            . Signals: <bdi>{signals.map((signal) => readableLine(signal)).join('; ')}</bdi>
          </>
        )}
      </small>
    </>
  );
}
