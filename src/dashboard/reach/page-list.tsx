import { ofOwnSheet } from '../answers/divide.ts';
import { eventsPath, withParam } from '../links.ts';
import { UNKNOWN, formatCount } from '../numbers.ts';
import { useTyping } from '../pages/use-typing.ts';
import { SearchForm } from '../pages/search-form.tsx';
import { WithCsv } from '../parts/csv-button.tsx';
import { ListSteps } from '../parts/list-steps.tsx';
import { Path, differencesOf } from '../parts/path.tsx';
import type { RowCount } from '../parts/row-counts.ts';
import { RefusedPart, RefusedParts } from '../parts/refused.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { type Day, countDays, formatDay } from '../time/days.ts';
import type { ReachPagesQuery } from '../generated/graphql.ts';
import type { ReachAsked, ReachView } from './reach-view.ts';
import { useReachList } from './use-reach-list.ts';

type Page = NonNullable<NonNullable<ReachPagesQuery['site']>['reach']>['list']['nodes'][number];

export type ListProps = {
  readonly asked: ReachAsked;
  readonly view: ReachView;
  readonly today: Day;
  /** The search of links, which keeps the days shown. */
  readonly search: string;
  readonly change: (changed: Partial<ReachView>, isReplaced?: boolean) => void;
};

type Props = ListProps & { readonly state: Exclude<ReachView['state'], 'NOT_LISTED'> };

/** The pages of the sitemap in one state, a part at a time. */
export function PageList({ asked, view, state, today, search, change }: Props) {
  const found = useReachList(asked, { ...view, state }, change);
  const { read, list } = found;
  const problem = ofOwnSheet(found.problem);
  const typing = useTyping(view.search, (text, isReplaced) => change({ search: text }, isReplaced));
  const isLoading = !read && !problem;
  const pages = list?.nodes ?? [];
  const links = { siteId: asked.id, search: withBot(search, asked.botName) };
  return (
    <RefusedParts problem={problem} askAgain={found.askAgain}>
      <WithCsv>
        <div class="inset">
          <SearchForm typing={typing} class="bare" />
        </div>
        <Table
          class="unread"
          label={`Pages: ${WORDS[state].name}`}
          rows={isLoading ? undefined : pages}
          keyOf={({ pagePath }) => pagePath}
          skeleton={SKELETON}
          columns={[pathColumn(pages, links), changedColumn(today), ...columnsOf(state, asked, today)]}
        />
        {list?.nodes.length === 0 && <Empty state={state} isSearch={view.search !== ''} />}
        {read && !list && <RefusedPart />}
        <Foot state={state} found={found} rows={view.rows} choose={(rows) => change({ rows })} />
      </WithCsv>
    </RefusedParts>
  );
}

type FootProps = Pick<Props, 'state'> & {
  readonly found: ReturnType<typeof useReachList>;
  readonly rows: RowCount;
  readonly choose: (rows: RowCount) => void;
};

function Foot({ state, found, rows, choose }: FootProps) {
  const { list, first, isCurrent, problem, goBack, goOn } = found;
  return (
    <div class="foot">
      <span>{WORDS[state].foot}</span>
      {list && list.nodes.length > 0 && (
        <ListSteps
          title={`Pages ${WORDS[state].name}`}
          rows={rows}
          choose={choose}
          goBack={!isCurrent || first === 1 ? undefined : goBack}
          goOn={!isCurrent || !list.pageInfo.hasNextPage ? undefined : goOn}
          problem={isCurrent ? undefined : problem}
        >
          {formatCount(first)} – {formatCount(first + list.nodes.length - 1)}
        </ListSteps>
      )}
    </div>
  );
}

/** The search of links to events, which are those of the bot that is chosen. */
export const withBot = (search: string, bot: ReachAsked['botName']) =>
  bot ? withParam(search, 'bot', bot) : search;

const SKELETON = Array.from({ length: 10 }, (_, row) => [['w2', 'w3', 'w1'][row % 3] ?? '']);

const WORDS = {
  UNREAD: {
    name: 'never read',
    foot: '“Never” is about the days shown. Choose all time to see what was not read since recording began.',
  },
  STALE: { name: 'stale', foot: 'They have changed since they were last read, as your sitemap says.' },
  READ: { name: 'up to date', foot: 'They were read since their last change.' },
} as const;

type EmptyProps = { readonly state: Props['state']; readonly isSearch: boolean };

function Empty({ state, isSearch }: EmptyProps) {
  return (
    <div class="blank small">
      <h3>{state === 'UNREAD' && !isSearch ? 'Everything has been read' : 'No such page'}</h3>
      <p>
        {isSearch
          ? `No page with this in its path is ${WORDS[state].name}.`
          : state === 'UNREAD'
            ? 'These bots have read every page of your sitemap on these days.'
            : `No page of your sitemap is ${WORDS[state].name}.`}
      </p>
    </div>
  );
}

type Links = { readonly siteId: string; readonly search: string };

/** The path of a page, which leads to its events. */
export function pathColumn<Row extends { readonly pagePath: string }>(
  pages: readonly Row[],
  { siteId, search }: Links,
): Column<Row> {
  const differences = differencesOf(pages);
  return {
    ...{ head: 'Page', cellClass: 'grow' },
    cell: ({ pagePath }) => (
      <a href={eventsPath(siteId) + withParam(search, 'page', pagePath)}>
        <Path path={pagePath} differences={differences} />
      </a>
    ),
    text: ({ pagePath }) => pagePath,
  };
}

const changedColumn = (today: Day): Column<Page> => ({
  ...{ head: 'Changed', class: 'num', cellClass: 'dim' },
  cell: ({ modifiedOn }) => <Labelled word="changed">{modifiedOn && formatDay(modifiedOn, today)}</Labelled>,
  text: ({ modifiedOn }) => modifiedOn,
});

function columnsOf(state: Props['state'], days: ReachAsked, today: Day): readonly Column<Page>[] {
  if (state === 'UNREAD') {
    return [
      {
        ...{ head: 'Unread for', class: 'num' },
        cell: (page) => <Labelled word="unread for">{unreadFor(page, days)}</Labelled>,
        text: { 'Unread for': (page) => unreadFor(page, days) },
      },
    ];
  }
  return [
    {
      ...{ head: 'Last read', class: 'num' },
      cell: ({ lastReadOn }) => <Labelled word="read">{lastReadOn && formatDay(lastReadOn, today)}</Labelled>,
      text: ({ lastReadOn }) => lastReadOn,
    },
    {
      ...{ head: 'Visits', class: 'num' },
      cell: ({ visits }) => <Labelled word="visits">{formatCount(visits)}</Labelled>,
      text: ({ visits }) => visits,
    },
  ];
}

/** A cell that says what it is where there is no room for heads. */
function Labelled({ word, children }: { readonly word: string; readonly children: string | null }) {
  return (
    <>
      <span class="phone">{word} </span>
      {children ?? UNKNOWN}
    </>
  );
}

/** In whole days; of a page that is older than the days shown, at least those. */
function unreadFor({ modifiedOn }: Page, { start, end }: ReachAsked): string {
  if (modifiedOn === null || modifiedOn < start) return `≥ ${formatCount(countDays(start, end))} d`;
  return `${formatCount(Math.max(0, countDays(modifiedOn, end) - 1))} d`;
}
