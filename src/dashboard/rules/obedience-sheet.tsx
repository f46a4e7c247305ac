import { formatCount, formatShare, shareOf } from '../numbers.ts';
import { BotLink } from '../parts/bot-link.tsx';
import { FillBar, Swatch } from '../parts/fills.tsx';
import { Ledger, RowRule } from '../parts/ledger.tsx';
import { readableName } from '../parts/name-text.ts';
import { Sheet } from '../parts/sheet.tsx';
import type { Column } from '../parts/table.tsx';
import { type Day, formatDay } from '../time/days.ts';
import {
  type BotObedience,
  KINDS,
  type Obedience,
  type Obeyed,
  checkedOf,
  mostBroken,
  togetherOf,
  wordsOfChecking,
} from './obedience.ts';
import type { Checking } from './use-rules.ts';

const MOST_ROWS = 10;

type Props = Links & {
  /** Undefined while it loads, null if it was refused. */
  readonly obedience: Obedience | null | undefined;
  readonly checking: Checking | undefined;
  readonly today: Day;
};

type Links = { readonly siteId: string; readonly search: string };

/** Who follows robots.txt, and who does not. */
export function ObedienceSheet({ obedience, checking, today, ...links }: Props) {
  return (
    <Sheet
      title="Do they follow your robots.txt?"
      hint="Each visit is checked against the versions that the bot may have relied on"
      hasCsv
      height={600}
    >
      {obedience && (
        <>
          <p class="checking" role="status">
            {checking && wordsOfChecking(checking, checking.again, today)}
          </p>
          <ObedienceBar counts={obedience} />
          <BotLedger {...links} bots={mostBroken(obedience.bots)} all={obedience} today={today} />
          <p class="foot">
            <span>
              A visit is a violation only if every version that the bot may have relied on forbids it: those
              that it read in the 24 hours before, or else those in force then. Whatever cannot be known is
              unknown, never “followed”. Bots that act for a person need not follow robots.txt.
            </span>
          </p>
        </>
      )}
    </Sheet>
  );
}

function ObedienceBar({ counts }: { readonly counts: Obedience }) {
  const parts = KINDS.map(({ field, fill }) => ({ fill, count: counts[field] }));
  return (
    <div class="purposes">
      <FillBar parts={parts} all={counts.visits} height={10} />
      <ul>
        {KINDS.map(({ field, fill, name }) => (
          <li key={field}>
            <Swatch fill={fill} />
            <span>
              <b>{formatShare(counts[field], counts.visits)}</b> {name.toLowerCase()},{' '}
              {wordsOfCount(field, counts[field])}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const wordsOfCount = (field: keyof Obeyed, count: number) =>
  field === 'against' && count === 0 ? 'none' : `${formatCount(count)} ${count === 1 ? 'visit' : 'visits'}`;

type LedgerProps = Links & {
  readonly bots: readonly BotObedience[];
  readonly all: Obedience;
  readonly today: Day;
};

function BotLedger({ bots, all, today, ...links }: LedgerProps) {
  return (
    <Ledger
      class="obey"
      what="bots"
      rows={bots}
      mostRows={MOST_ROWS}
      keyOf={({ botName, botCompany }) => botName + botCompany}
      textOf={({ botName, botCompany }) => `${botName} ${botCompany}`}
      restOf={(rest) => sumCells(togetherOf(rest))}
      foot={[{ name: 'Total', cells: sumCells(all) }]}
      empty="No visit of these days has been checked."
      columns={[nameColumn(links, bots[0]?.against ?? 0), ...COUNTS, readColumn(today)]}
    />
  );
}

const nameColumn = (links: Links, most: number): Column<BotObedience> => ({
  ...{ head: 'Bot', cellClass: 'grow' },
  cell: ({ botName, botCompany, against }) => (
    <>
      <BotLink {...links} name={botName} />
      <span class="by" title={readableName(botCompany)}>
        <bdi>{readableName(botCompany)}</bdi>
      </span>
      {against > 0 && <RowRule kind="bot" part={against} most={most} />}
    </>
  ),
  text: { Bot: ({ botName }) => botName, Company: ({ botCompany }) => botCompany },
});

/** What is counted of a bot, and of several. */
const COUNTS: readonly Column<Obeyed>[] = [
  {
    ...{ head: 'Violations', class: 'num ag' },
    cell: ({ against }) => <span class={against === 0 ? 'dim' : undefined}>{formatCount(against)}</span>,
    text: ({ against }) => against,
  },
  {
    ...{ head: 'Share', class: 'num', cellClass: 'share' },
    cell: (counts) => shareWords(counts),
    text: (counts) => shareOf(counts.against, checkedOf(counts)),
  },
  { head: 'Checked', class: 'num ju', cell: (counts) => formatCount(checkedOf(counts)), text: checkedOf },
  {
    ...{ head: 'Unknown', class: 'num un' },
    cell: ({ unknown }) => formatCount(unknown),
    text: ({ unknown }) => unknown,
  },
];

/** Of those that were checked. */
function shareWords(counts: Obeyed): string {
  const checked = checkedOf(counts);
  return checked > 0 && counts.against === 0 ? 'none' : formatShare(counts.against, checked);
}

const readColumn = (today: Day): Column<BotObedience> => ({
  ...{ head: 'Last read robots.txt', class: 'rd' },
  cell: ({ lastReadAt, lastReadVersion }) =>
    lastReadAt === null ? (
      <span class="dim">never</span>
    ) : (
      <>
        {formatDay(lastReadAt.slice(0, 10), today)}{' '}
        {lastReadVersion !== null && <span class="by">version {lastReadVersion}</span>}
      </>
    ),
  text: {
    'Last read robots.txt': ({ lastReadAt }) => lastReadAt,
    'Version read': ({ lastReadVersion }) => lastReadVersion,
  },
});

const sumCells = (counts: Obeyed) => [
  ...COUNTS.map(({ cell, text }) => (
    <data value={typeof text === 'function' ? (text(counts) ?? undefined) : undefined}>{cell(counts)}</data>
  )),
  '',
];
