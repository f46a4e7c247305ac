import { useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { divide } from '../answers/divide.ts';
import type { Problem } from '../answers/problem.ts';
import { type AnswerState, useAnswer } from '../answers/use-answer.ts';
import { Frame } from '../frame/frame.tsx';
import { NoSite, isNoSite } from '../frame/missing.tsx';
import {
  EventsHeadDocument,
  type EventsHeadQuery,
  type EventsHeadQueryVariables,
  type EventsPageQueryVariables,
} from '../generated/graphql.ts';
import { formatCount } from '../numbers.ts';
import { readableDomain } from '../parts/domain-text.ts';
import { ProblemNote } from '../parts/note.tsx';
import { RefusedPart, RefusedParts } from '../parts/refused.tsx';
import { useSignInFirst } from '../sign-in/use-sign-in-first.ts';
import type { Day } from '../time/days.ts';
import { RangePicker } from '../time/range-picker.tsx';
import { useViewIn } from '../time/use-view.ts';
import { wordsOfShown } from '../time/words-of-shown.ts';
import { EmptySite } from '../traffic-in/empty-site.tsx';
import type { Counted } from './arrival.ts';
import { withArrived } from './arrived-counts.ts';
import { EventTable } from './event-table.tsx';
import { type EventsView, formatEventsView, isFiltered, parseEventsView } from './events-view.ts';
import { Export } from './export.tsx';
import { FilterBar, countOf } from './filter-bar.tsx';
import { Foot } from './foot.tsx';
import { withListed } from './listed-counts.ts';
import { LiveButton } from './live-button.tsx';
import { NoEvents } from './no-events.tsx';
import { type EventsState, useEvents } from './use-events.ts';
import { useLive } from './use-live.ts';
import { useScroll } from './use-scroll.ts';

const SHEETS = ['site.stats', 'site.events'];

/** Every single event of a site, newest first, as it comes in. */
export function EventsScreen() {
  const siteId = useRoute().params['siteId'] ?? '';
  const { view, today, change } = useViewIn({ parse: parseEventsView, format: formatEventsView });
  const { start, end } = view;
  const head = useAnswer(EventsHeadDocument, { id: siteId, start, end });
  const { isAtTop, isScrolling } = useScroll();
  const [isWanted, setWanted] = useState(true);
  const variables = variablesOf(siteId, view);
  const events = useEvents(variables, isAtTop, countedOf(head));
  const live = useLive({
    ...{ hasToday: end === today, isWanted, isScrolling, onPage: events.merge },
    variables: events.isCurrent ? variables : undefined,
  });
  const asks = [events.first, head, live];
  const { ofPage, ofEvents, ofCounts } = divideAll(events.first, head, live);
  const askAgain = () => asks.forEach((each) => each.askAgain());
  useSignInFirst(head.read ?? events.list, ofPage);
  const asking = { ...events, isBusy: isBusyWith(events, ofPage ?? ofEvents), problem: ofPage };
  const site = head.read?.data.site;
  if (asks.some((each) => isNoSite(each.problem))) return <NoSite frame={head.read?.data} />;
  return (
    <Frame
      {...{ siteId, isBusy: asking.isBusy, frame: head.read?.data }}
      title={site ? `Events of ${readableDomain(site.domain)}` : 'Events'}
    >
      <div class="head">
        <div>
          <h1>Events</h1>
          <p class="sub">{wordsOfShown(asking, today) ?? subtitleOf(site)}</p>
        </div>
        <div class="controls">
          <RangePicker view={view} today={today} change={change} />
          <Export siteId={siteId} search={{ ...view, type: view.type?.toLowerCase() }} />
          <LiveButton
            {...{ state: live.state, isWanted, hadGap: events.hadGap, onWanted: setWanted }}
            lastEventAt={newestOf(events)}
          />
        </div>
      </div>
      {ofPage && <ProblemNote problem={ofPage} askAgain={askAgain} />}
      <RefusedParts problem={ofEvents ?? ofCounts} askAgain={askAgain}>
        {site !== null && (
          <Content {...{ site, events, view, today, change, askAgain }} isRefused={ofEvents !== undefined} />
        )}
      </RefusedParts>
    </Frame>
  );
}

const subtitleOf = (site: EventsHeadQuery['site'] | undefined) =>
  site ? `${readableDomain(site.domain)}, newest first, all times UTC` : 'Reading';

/** Whether the list of other days or filters is shown until the one asked for is there. */
const isBusyWith = ({ read, isCurrent }: EventsState, problem: Problem | undefined): boolean =>
  read !== undefined && !isCurrent && !problem;

const newestOf = ({ list }: EventsState) => list?.rows[0]?.createdAt;

type Given = Parameters<typeof divide>[0];

/** Where the problems stand of the list, of the counts, and of the newest page. */
function divideAll(...given: readonly [first: Given, head: Given, live: Given]) {
  const [first, head, live] = given.map((each) => divide(each, SHEETS));
  return {
    ofPage: first?.ofPage ?? head?.ofPage ?? live?.ofPage,
    ofEvents: first?.ofSheets ?? live?.ofSheets,
    ofCounts: head?.ofSheets,
  };
}

function variablesOf(id: string, { start, end, type, bot, page }: EventsView): EventsPageQueryVariables {
  return { id, start, end, type: type ?? null, botName: bot ?? null, pagePath: page ?? null, after: null };
}

type EventsStats = NonNullable<NonNullable<EventsHeadQuery['site']>['stats']>;

/** When the events of these days were counted; undefined while they are those of other days. */
function countedOf({
  read,
  isCurrent,
}: AnswerState<EventsHeadQuery, EventsHeadQueryVariables>): Counted | undefined {
  if (!read || !isCurrent) return undefined;
  return { atMs: read.atMs, lastEventAt: read.data.site?.lastEventAt ?? null };
}

type ContentProps = {
  readonly site: NonNullable<EventsHeadQuery['site']> | undefined;
  readonly events: EventsState;
  readonly view: EventsView;
  readonly today: Day;
  readonly change: (changed: Partial<EventsView>) => void;
  readonly askAgain: () => void;
  /** Whether events were, of which those that were read before stay. */
  readonly isRefused: boolean;
};

function Content({ site, events, view, today, change, askAgain, isRefused }: ContentProps) {
  const isEmpty = events.list?.rows.length === 0;
  if (isEmpty && site && !site.lastEventAt && !isFiltered(view))
    return <EmptySite siteId={site.id} onFirst={askAgain} />;
  const stats = site?.stats && countsWith(site.stats, events, view);
  return (
    <>
      <FilterBar view={view} stats={stats} change={change} />
      {stats === null && <RefusedPart />}
      <List {...{ events, view, today, change, isRefused }} count={events.counted && countOf(view, stats)} />
    </>
  );
}

/** The counts of the head, with what the list knows beyond them. */
function countsWith(stats: EventsStats, events: EventsState, view: EventsView): EventsStats {
  const { list, isCurrent, counted } = events;
  if (!isCurrent || !list || !counted) return stats;
  return withListed(withArrived(stats, list, counted), view, list);
}

type ListProps = Omit<ContentProps, 'site' | 'askAgain'> & { readonly count: number | undefined };

function List({ events, view, today, change, isRefused, count }: ListProps) {
  const { list, isCurrent } = events;
  const isNone = list?.rows.length === 0;
  // of other days or filters, this says nothing about those asked for
  const isEmpty = isNone && isCurrent;
  const rows = isNone ? undefined : list;
  const isShown = !isEmpty && (rows !== undefined || !isRefused);
  return (
    <section class="sheet events" aria-label="Events" aria-busy={!isCurrent && !isRefused}>
      <Newer events={events} />
      {isRefused && <RefusedPart />}
      {isEmpty && <NoEvents view={view} change={change} />}
      {isShown && <EventTable list={rows} today={today} />}
      {isShown && <Foot events={events} count={count} />}
    </section>
  );
}

/** How many new events wait above, for a reader who has scrolled down. */
function Newer({ events: { list } }: { readonly events: EventsState }) {
  const count = list?.waiting.length ?? 0;
  const isAny = count > 0 || list?.hasGap;
  const words = list?.hasGap
    ? 'Many new events above'
    : `${formatCount(count)} new ${count === 1 ? 'event' : 'events'} above`;
  return (
    <div role="status" class={isAny ? 'newer' : undefined}>
      {isAny && (
        <button class="btn small" onClick={() => scrollTo({ top: 0 })}>
          {words}
        </button>
      )}
    </div>
  );
}
