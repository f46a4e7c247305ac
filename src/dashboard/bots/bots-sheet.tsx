import { useEffect, useRef } from 'preact/hooks';
import { formatCount } from '../numbers.ts';
import { WithCsv } from '../parts/csv-button.tsx';
import { RefusedPart } from '../parts/refused.tsx';
import { type Column, type SumRow, Table } from '../parts/table.tsx';
import type { Day } from '../time/days.ts';
import { type BotSums, type BotsSite, type ListedBot, keyOf, sumsOf } from './bot-list.ts';
import { type BotsView, compares, firstOfPart } from './bots-view.ts';
import { countColumns, nameColumns } from './columns.tsx';
import { Foot } from './foot.tsx';

type Props = {
  /** Undefined while it loads. */
  readonly site: BotsSite | undefined;
  readonly siteId: string;
  /** All of the days shown, and those of them that were searched for. */
  readonly bots: readonly ListedBot[];
  readonly found: readonly ListedBot[];
  readonly view: BotsView;
  readonly today: Day;
  /** The search of links, which keeps the days shown. */
  readonly search: string;
  readonly change: (changed: Partial<BotsView>) => void;
};

/** A part of the list, and what the other bots have. */
export function BotsSheet({ site, siteId, bots, found, view, today, search, change }: Props) {
  const { sort, rows } = view;
  // there may be fewer bots than when the link was made
  const from = Math.min(view.from, firstOfPart(found.length, rows));
  const shown = found.slice(from - 1, from - 1 + rows);
  const sheet = useTopAt(from);
  const heads = { sort, sortBy: (sorted: typeof sort) => change({ sort: sorted }) };
  const all = sumsOf(bots);
  const counts = countColumns({ ...heads, isCompared: compares(view, today), all });
  return (
    <WithCsv>
      <section class="sheet long-list bots" aria-label="Bots" aria-busy={!site} ref={sheet}>
        <p class="sr" role="status">
          {site?.stats && found.length < bots.length && `${formatCount(found.length)} found`}
        </p>
        {site && found.length === 0 ? (
          site.stats && <Nothing isSearched={bots.length > 0} />
        ) : (
          <Table
            rows={site && shown}
            rowsInFile={found}
            keyOf={keyOf}
            skeleton={SKELETON}
            foot={site && sumRows({ shown, bots, all, counts })}
            columns={[...nameColumns({ ...heads, siteId, view: search, found }), ...counts]}
          />
        )}
        {site && [site.stats, site.compared].includes(null) && <RefusedPart />}
        {site?.stats && found.length > 0 && (
          <Foot {...{ view, today, from, change }} shown={shown.length} found={found.length} />
        )}
      </section>
    </WithCsv>
  );
}

const SKELETON = Array.from({ length: 25 }, (_, row) => [['w2', 'w3', 'w1'][row % 3] ?? '']);

/** Another part begins at its top. */
function useTopAt(from: number) {
  const sheet = useRef<HTMLElement>(null);
  const shown = useRef(from);
  useEffect(() => {
    if (shown.current !== from && (sheet.current?.getBoundingClientRect().top ?? 0) < 0) {
      sheet.current?.scrollIntoView();
    }
    shown.current = from;
  }, [from]);
  return sheet;
}

function Nothing({ isSearched }: { readonly isSearched: boolean }) {
  return (
    <div class="blank">
      <h2>{isSearched ? 'No such bot on these days' : 'No bot came on these days'}</h2>
      {isSearched && <p>No bot of these days has these filters.</p>}
    </div>
  );
}

type Sums = {
  readonly shown: readonly ListedBot[];
  readonly bots: readonly ListedBot[];
  readonly all: BotSums;
  readonly counts: readonly Column<BotSums>[];
};

/** What the part adds up to, what the others have together, and all. */
function sumRows({ shown, bots, all, counts }: Sums): readonly SumRow[] {
  const rowOf = (name: string, sums: BotSums) => ({
    name,
    // nothing below the company and the purpose
    cells: ['', '', ...counts.map((column) => sumCell(column, sums))],
  });
  const total = { ...rowOf('Total', all), class: 'whole' };
  if (shown.length === bots.length) return [total];
  const these = new Set(shown);
  const others = bots.filter((bot) => !these.has(bot));
  const name = shown.length === 1 ? 'This bot' : `These ${formatCount(shown.length)} bots`;
  return [
    rowOf(name, sumsOf(shown)),
    rowOf(others.length === 1 ? 'The other bot' : `${formatCount(others.length)} other bots`, sumsOf(others)),
    total,
  ];
}

/** The file has the figure itself. */
const sumCell = ({ cell, text }: Column<BotSums>, sums: BotSums) =>
  typeof text === 'function' ? <data value={text(sums) ?? undefined}>{cell(sums)}</data> : cell(sums);
