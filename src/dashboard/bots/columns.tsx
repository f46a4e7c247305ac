import type { ComponentChildren } from 'preact';
import { UNKNOWN, formatBytes, formatChange, formatCount, formatShare } from '../numbers.ts';
import { BotLink } from '../parts/bot-link.tsx';
import { RowRule } from '../parts/ledger.tsx';
import { readableName } from '../parts/name-text.ts';
import { Name } from '../parts/name.tsx';
import { SortButton } from '../parts/sort-button.tsx';
import type { Column } from '../parts/table.tsx';
import { PURPOSE_WORDS } from '../purposes.ts';
import type { BotSums, ListedBot } from './bot-list.ts';
import { type Sort, type SortKey, isAscending, pressed } from './sort.ts';

type Heads = {
  readonly sort: Sort;
  readonly sortBy: (sort: Sort) => void;
};

/** A head that sorts, and how it does now. */
function headOf(by: SortKey, name: ComponentChildren, { sort, sortBy }: Heads) {
  const direction = sort.by === by ? (isAscending(sort) ? 'ascending' : 'descending') : undefined;
  return {
    isSorted: direction ?? false,
    head: (
      <SortButton direction={direction} sort={() => sortBy(pressed(sort, by))}>
        {name}
      </SortButton>
    ),
  } as const;
}

type Names = Heads & {
  readonly siteId: string;
  /** The search of links, which keeps the days shown. */
  readonly view: string;
  /** All that are found, which give the rules their scale. */
  readonly found: readonly ListedBot[];
};

/** What a bot is called, whose it is, and what it comes for, over a rule for what the list is sorted by. */
export function nameColumns({ siteId, view, found, ...heads }: Names): readonly Column<ListedBot>[] {
  const ruled = ruledBy(heads.sort);
  const most = found.reduce((top, bot) => Math.max(top, bot[ruled] ?? 0), 0);
  return [
    {
      ...headOf('bot', 'Bot', heads),
      ...{ headClass: 'grow', cellClass: 'grow' },
      cell: (bot) => (
        <>
          <BotLink siteId={siteId} name={bot.botName} search={view} />
          <span class="by" title={readableName(bot.botCompany)}>
            <bdi>{readableName(bot.botCompany)}</bdi>
          </span>
          <RowRule kind="bot" part={bot[ruled] ?? 0} most={most} />
        </>
      ),
      text: ({ botName }) => botName,
    },
    {
      ...headOf('company', 'Company', heads),
      class: 'co dim',
      cell: ({ botCompany }) => <Name name={botCompany} />,
      text: ({ botCompany }) => botCompany,
    },
    {
      ...headOf('purpose', 'Purpose', heads),
      class: 'pu dim',
      cell: ({ purpose }) => PURPOSE_WORDS[purpose],
    },
  ];
}

/** The figure that the rules stand for. */
const ruledBy = ({ by }: Sort) =>
  by === 'bot' || by === 'company' || by === 'purpose' || by === 'change' ? 'visits' : by;

type Counts = Heads & { readonly isCompared: boolean; readonly all: BotSums };

/** What is counted of a bot, and of several. */
export function countColumns({ isCompared, all, ...heads }: Counts): readonly Column<BotSums>[] {
  return [
    {
      ...headOf('visits', 'Visits', heads),
      class: 'num vi',
      cell: ({ visits }) => (
        <>
          <span class="phone sr">Visits</span>
          {formatCount(visits)}
        </>
      ),
      text: ({ visits }) => visits,
    },
    {
      head: 'Share',
      ...{ class: 'num share' },
      cell: ({ visits }) => formatShare(visits, all.visits),
    },
    ...(isCompared ? comparedColumns(heads) : []),
    verdictColumn('verified', 'Verified', heads),
    verdictColumn('outside', 'Outside', heads),
    {
      ...headOf('errors', 'Errors', heads),
      class: 'num er',
      cell: ({ errors }) => (
        <>
          {formatCount(errors)}
          <span class="phone"> {errors === 1 ? 'error' : 'errors'}</span>
        </>
      ),
      text: ({ errors }) => errors,
    },
    {
      ...headOf('bytes', 'Bytes', heads),
      class: 'num pb',
      cell: ({ bytes }) => formatBytes(bytes),
      text: ({ bytes }) => bytes,
    },
  ];
}

const comparedColumns = (heads: Heads): readonly Column<BotSums>[] => [
  {
    ...headOf('before', 'Before', heads),
    class: 'num be',
    cell: ({ before }) => formatCount(before),
    text: ({ before }) => before,
  },
  {
    ...headOf('change', 'Change', heads),
    class: 'num ch',
    cell: ({ now, before }) => (
      <span title={`${formatCount(now)} on the days compared, ${formatCount(before)} before`}>
        {now === null || before === null || (now === 0 && before === 0) ? UNKNOWN : formatChange(now, before)}
      </span>
    ),
  },
];

/** The shades are those of the screen of a bot. */
const SHADES = { verified: 1, outside: 0.5 };

/** In the text around it, what it stands for. */
export function Shade({ of }: { readonly of: keyof typeof SHADES }) {
  return (
    <svg class="kind-bot sw" viewBox="0 0 9 9" aria-hidden="true">
      <rect width="9" height="9" rx="1.5" fill="currentColor" opacity={SHADES[of]} />
    </svg>
  );
}

function verdictColumn(field: keyof typeof SHADES, name: string, heads: Heads): Column<BotSums> {
  const shade = <Shade of={field} />;
  const head = (
    <>
      {shade}
      {name}
    </>
  );
  return {
    ...headOf(field, head, heads),
    class: `num ${field}`,
    cell: (sums) => (
      <>
        <span class="phone">
          {shade}
          <span class="sr">{name}</span>
        </span>
        {formatCount(sums[field])}
      </>
    ),
    text: (sums) => sums[field],
  };
}
