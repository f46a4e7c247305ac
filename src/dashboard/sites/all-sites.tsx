import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import type { Problem } from '../answers/problem.ts';
import { LatestAlerts } from '../alerts/latest.tsx';
import { useAnswer } from '../answers/use-answer.ts';
import { Frame } from '../frame/frame.tsx';
import { knownFrame } from '../frame/known-frame.ts';
import { AllSitesDocument, type AllSitesQuery } from '../generated/graphql.ts';
import { formatCount, sumOf } from '../numbers.ts';
import { ShownOf } from '../parts/csv-button.tsx';
import { ProblemNote } from '../parts/note.tsx';
import { useSignInFirst } from '../sign-in/use-sign-in-first.ts';
import { type Day, addDays, startOf } from '../time/days.ts';
import { type View, comparisonOf, formatView, readView } from '../time/range.ts';
import { ComparisonPicker, RangePicker } from '../time/range-picker.tsx';
import { useViewIn } from '../time/use-view.ts';
import { wordsOfShown } from '../time/words-of-shown.ts';
import { AddSite } from './add-site.tsx';
import { isEnough } from './reading.ts';
import { ReadingFoot } from './reading-foot.tsx';
import { Search } from './search.tsx';
import { SitesSheet } from './sites-sheet.tsx';
import { type SitesView, formatSitesView, parseSitesView } from './sites-view.ts';
import { type ListedSite, type SiteRow, findSites, sortSites } from './sort-sites.ts';
import { type SiteTotalsState, useSiteTotals } from './use-site-totals.ts';
import { hasLines, knownOf } from './walk.ts';

/** So many sites are read and listed at first, and again with each press on a button. */
const MOST_SITES = 100;

/** Where an owner lands: a row for each site. */
export function AllSitesScreen() {
  const { view, today, change } = useViewIn({ parse: parseSitesView, format: formatSitesView });
  const [most, setMost] = useState(MOST_SITES);
  const list = useAnswer(AllSitesDocument, { week: addDays(today, -7) });
  const totals = useSiteTotals(daysOf(view), most);
  useSignInFirst(list.read, list.problem);
  const { data } = list.read ?? {};
  const sites = data?.sites ?? knownFrame(undefined)?.sites ?? undefined;
  const problem = list.problem ?? ofPage(totals.problem);
  const words = wordsOfShown(whatIsShown(totals, problem), today);
  const askAgain = () => [list, totals].forEach((each) => each.askAgain());
  return (
    <Frame title="All sites" frame={data} isBusy={totals.isBusy}>
      <div class="head">
        <div>
          <h1>All sites</h1>
          <p class="sub">{words ?? (data?.sites ? summaryOf(data.sites) : 'Reading')}</p>
        </div>
        <div class="controls">
          <RangePicker view={view} today={today} change={change} />
          <ComparisonPicker view={view} today={today} change={change} />
        </div>
      </div>
      {problem && <ProblemNote problem={problem} askAgain={askAgain} />}
      <List {...{ sites, view, change, totals, most, today }} onMore={() => setMost(most + MOST_SITES)} />
      {data && <BelowSites {...data} />}
    </Frame>
  );
}

const BelowSites = ({ sites, account }: AllSitesQuery) => (
  <>
    <LatestAlerts alerts={account?.alerts} />
    {sites && sites.length > 0 && <AddSite />}
  </>
);

const daysOf = (view: View) => ({
  ...{ start: view.start, end: view.end, compare: comparisonOf(view) ?? null, lines: hasLines(view) },
});

/** What keeps the whole page from being read; the rest is said where the sites would be. */
const ofPage = (problem: Problem | undefined): Problem | undefined =>
  problem && problem.kind !== 'limited' && problem.kind !== 'refused' ? problem : undefined;

function whatIsShown({ shown, isBusy }: SiteTotalsState, problem: Problem | undefined) {
  const { variables, reading } = shown;
  return { read: reading.atMs > 0 ? { variables, atMs: reading.atMs } : undefined, isBusy, problem };
}

function summaryOf(sites: NonNullable<AllSitesQuery['sites']>): string {
  const events = sumOf(sites, ({ eventsThisMonth }) => eventsThisMonth);
  const count = sites.length === 1 ? '1 site' : `${formatCount(sites.length)} sites`;
  return `${count}, ${formatCount(events)} events dated this month`;
}

type ListProps = {
  readonly sites: readonly ListedSite[] | undefined;
  readonly view: SitesView;
  readonly today: Day;
  readonly change: (changed: Partial<SitesView>) => void;
  readonly totals: SiteTotalsState;
  readonly most: number;
  readonly onMore: () => void;
};

/** The search, the rows that it finds, and how far they are read. */
function List({ sites, view, today, change, totals, most, onMore }: ListProps) {
  const { route } = useLocation();
  const { variables, reading } = totals.shown;
  const rows = sites && rowsOf(sites, totals);
  const found = rows && sortSites(findSites(rows, view.search), view.sort);
  const hasMany = sites !== undefined && sites.length > 1;
  const isCut = found !== undefined && found.length > most;
  return (
    <>
      {/* for one site, too: nothing jumps when it is known how many there are */}
      {sites?.length !== 0 && (
        <Search
          text={view.search}
          found={found?.length ?? 0}
          change={(search) => route(`/${formatSitesView({ ...view, search })}`, true)}
        />
      )}
      <ShownOf.Provider value={{ start: variables.start, end: variables.end }}>
        <SitesSheet
          {...{ found, most, today, isBusy: totals.isBusy, view: readView(view, variables) }}
          search={formatView(view)}
          sort={view.sort}
          onSort={hasMany ? (sort) => change({ sort }) : undefined}
        >
          {rows && rows.length > 0 && (
            <ReadingFoot
              {...{ rows, totals, onMore }}
              isPaused={isCut || (isEnough(reading.walk, most) && !reading.walk.isDone)}
            />
          )}
        </SitesSheet>
      </ShownOf.Provider>
    </>
  );
}

function rowsOf(sites: readonly ListedSite[], { shown }: SiteTotalsState): readonly SiteRow[] {
  const { walk, before } = shown.reading;
  const places = new Map(sites.map(({ id }, at) => [id, at]));
  const startMs = startOf(shown.variables.start);
  const isBefore = ({ lastEventAt }: ListedSite) =>
    lastEventAt === null || (lastEventAt !== undefined && Date.parse(lastEventAt) < startMs);
  return sites.map((site) => {
    const known = knownOf(site.id, places, before ? [walk, before] : [walk]);
    return { ...site, known: known.kind === 'unread' && isBefore(site) ? { kind: 'none' } : known };
  });
}
