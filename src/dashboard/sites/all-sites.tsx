import { useAnswer } from '../answers/use-answer.ts';
import { Frame } from '../frame/frame.tsx';
import { AllSitesDocument, type AllSitesQuery, type AllSitesQueryVariables } from '../generated/graphql.ts';
import { formatCount, sumOf } from '../numbers.ts';
import { Change } from '../parts/change.tsx';
import { type Lane, LANES, isUnfinished } from '../overview/kinds.ts';
import { CsvButton, ShownOf, WithCsv } from '../parts/csv-button.tsx';
import { Mark } from '../parts/mark.tsx';
import { ProblemNote } from '../parts/note.tsx';
import { RecordingDot } from '../parts/recording-dot.tsx';
import { type SumRow, Table } from '../parts/table.tsx';
import { useSignInFirst } from '../sign-in/use-sign-in-first.ts';
import { formatAgo, nowMs } from '../time/days.ts';
import { comparisonOf, formatView } from '../time/range.ts';
import { ComparisonPicker, RangePicker } from '../time/range-picker.tsx';
import { useViewIn } from '../time/use-view.ts';
import { wordsOfShown } from '../time/words-of-shown.ts';
import { type SitesView, formatSitesView, parseSitesView } from './sites-view.ts';
import { Spark } from './spark.tsx';

type AllSitesSite = NonNullable<AllSitesQuery['totals']>[number];

/** As many as the document asks for: each costs units of three budgets. */
const MOST_SITES = 20;

/** Where an owner lands: a row for each site. */
export function AllSitesScreen() {
  const { view, today, change } = useViewIn({ parse: parseSitesView, format: formatSitesView });
  const { read, isBusy, problem, askAgain } = useAnswer(AllSitesDocument, variablesOf(view));
  useSignInFirst(read, problem);
  const sites = read?.data.totals ?? undefined;
  const all = read?.data.sites ?? undefined;
  const place = all && placeOf(all, read?.variables.after);
  return (
    <Frame title="All sites" frame={read?.data} isBusy={isBusy}>
      <div class="head">
        <div>
          <h1>All sites</h1>
          <p class="sub">
            {wordsOfShown({ read, isBusy, problem }, today) ??
              (sites && place ? summaryOf(sites, place) : 'Reading')}
          </p>
        </div>
        <div class="controls">
          <RangePicker view={view} today={today} change={change} />
          <ComparisonPicker view={view} today={today} change={change} />
        </div>
      </div>
      {problem && <ProblemNote problem={problem} askAgain={askAgain} />}
      <ShownOf.Provider value={{ start: view.start, end: view.end }}>
        <SitesSheet sites={sites} isWhole={sites?.length === all?.length} search={formatView(view)} />
      </ShownOf.Provider>
      {place && <Parts place={place} view={view} />}
    </Frame>
  );
}

function variablesOf(view: SitesView): AllSitesQueryVariables {
  const { start, end, after } = view;
  return { start, end, compare: comparisonOf(view) ?? null, after: after ?? null };
}

type SheetProps = {
  readonly sites: readonly AllSitesSite[] | undefined;
  /** Whether these are all sites there are. */
  readonly isWhole: boolean;
  readonly search: string;
};

function SitesSheet({ sites, isWhole, search }: SheetProps) {
  return (
    <WithCsv>
      <section class="sheet all-sites" aria-label="All sites" aria-busy={!sites}>
        <Table
          rows={sites}
          keyOf={({ id }) => id}
          skeleton={[['w3', 'w2', 'w2', 'w2']]}
          across={({ id, lastEventAt }) =>
            lastEventAt === null ? { from: 1, class: 'none', content: <NothingYet siteId={id} /> } : undefined
          }
          foot={sites && isWhole && sites.length > 1 ? [togetherOf(sites)] : undefined}
          columns={[
            {
              ...{ head: 'Site', cellClass: 'site' },
              cell: (site) => <SiteName site={site} search={search} />,
              text: {
                Site: ({ name }) => name,
                Domain: ({ domain }) => domain,
                'Last event': ({ lastEventAt }) => lastEventAt,
              },
            },
            ...LANES.map((lane) => ({
              head: <LaneName lane={lane} />,
              cellClass: 'tot',
              cell: (site: AllSitesSite) => <Totals site={site} lane={lane} />,
              text: textsOf(lane),
            })),
          ]}
        />
        {sites?.length === 0 && (
          <div class="blank">
            <h2>No site yet</h2>
            <div class="acts">
              <a class="btn primary" href="/settings/sites">
                Add a site
              </a>
            </div>
          </div>
        )}
        {sites && sites.length > 0 && (
          <div class="more">
            <CsvButton title="All sites" />
          </div>
        )}
      </section>
    </WithCsv>
  );
}

/** The total in a file, and what it is compared with. */
const textsOf = ({ name, field }: Lane) => ({
  [name]: ({ stats }: AllSitesSite) => stats?.totals[field],
  [`${name}, compared`]: ({ stats }: AllSitesSite) => stats?.comparison?.totals[field],
  [`${name} before`]: ({ stats }: AllSitesSite) => stats?.comparison?.previousTotals[field],
});

type LaneNameProps = { readonly lane: Lane; readonly class?: string };

function LaneName({ lane: { kind, name }, class: className }: LaneNameProps) {
  return (
    <span class={className}>
      <Mark kind={kind} />
      {name}
    </span>
  );
}

function togetherOf(sites: readonly AllSitesSite[]): SumRow {
  return {
    name: 'Total',
    cells: LANES.map((lane) => (
      <>
        <LaneName lane={lane} class="lab phone" />
        <data value={totalOf(sites, lane.field)}>{formatCount(totalOf(sites, lane.field))}</data>
      </>
    )),
  };
}

/** Undefined if the totals of a site were refused: a sum without it would be wrong. */
function totalOf(sites: readonly AllSitesSite[], field: Lane['field']): number | undefined {
  const totals = sites.flatMap(({ stats }) => stats?.totals ?? []);
  return totals.length === sites.length ? sumOf(totals, (each) => each[field]) : undefined;
}

/** Which part of the sites is shown, and those next to it. */
type Place = {
  readonly before: number;
  readonly all: number;
  readonly previous: Pick<SitesView, 'after'> | undefined;
  readonly next: Pick<SitesView, 'after'> | undefined;
};

function placeOf(all: readonly { readonly id: string }[], after: AllSitesQueryVariables['after']): Place {
  const before = all.findIndex(({ id }) => id === after) + 1;
  const partAfter = (count: number) => ({ after: all[count - 1]?.id });
  return {
    before,
    all: all.length,
    previous: before > 0 ? partAfter(before - MOST_SITES) : undefined,
    next: before + MOST_SITES < all.length ? partAfter(before + MOST_SITES) : undefined,
  };
}

/** Links to the sites before and after those shown. */
function Parts({ place: { previous, next }, view }: { readonly place: Place; readonly view: SitesView }) {
  if (previous === undefined && next === undefined) return null;
  const linkTo = (part: Pick<SitesView, 'after'>) => `/${formatSitesView({ ...view, ...part })}`;
  return (
    <nav class="parts" aria-label="Parts of the list">
      {previous !== undefined && (
        <a class="btn small" href={linkTo(previous)}>
          Earlier sites
        </a>
      )}
      {next !== undefined && (
        <a class="btn small" href={linkTo(next)}>
          Later sites
        </a>
      )}
    </nav>
  );
}

function summaryOf(sites: readonly AllSitesSite[], { before, all }: Place): string {
  const events = `${formatCount(sumOf(sites, ({ eventsThisMonth }) => eventsThisMonth))} events dated this month`;
  if (sites.length === all) return `${all === 1 ? '1 site' : `${all} sites`}, ${events}`;
  return `${before + 1} to ${before + sites.length} of ${all} sites, with ${events}`;
}

type SiteNameProps = { readonly site: AllSitesSite; readonly search: string };

function SiteName({ site: { id, name, domain, lastEventAt }, search }: SiteNameProps) {
  return (
    <>
      <a href={`/sites/${id}${search}`}>{name}</a>
      <small>{domain}</small>
      <small class="last">
        <RecordingDot lastEventAt={lastEventAt} />
        {lastEventAt ? `Last event ${formatAgo(Date.parse(lastEventAt), nowMs())}` : 'Nothing recorded yet'}
      </small>
    </>
  );
}

function NothingYet({ siteId }: { readonly siteId: string }) {
  return (
    <>
      <p>Nothing has been recorded here yet.</p>
      <a class="btn small" href={`/sites/${siteId}`}>
        Get traffic in
      </a>
    </>
  );
}

type TotalsProps = { readonly site: AllSitesSite; readonly lane: Lane };

function Totals({ site: { timeseries, stats }, lane }: TotalsProps) {
  const { kind, field } = lane;
  const { totals, comparison } = stats ?? {};
  return (
    <>
      <div>
        <LaneName lane={lane} class="lab phone" />
        <b>{formatCount(totals?.[field])}</b>
        {comparison && (
          <span class="delta">
            <Change now={comparison.totals[field]} before={comparison.previousTotals[field]} />
          </span>
        )}
      </div>
      {timeseries && (
        <Spark
          kind={kind}
          counts={timeseries.data.map((point) => point[field])}
          unfinished={isUnfinished(timeseries)}
        />
      )}
    </>
  );
}
