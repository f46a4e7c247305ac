import { useAnswer } from '../answers/use-answer.ts';
import { nowMs } from '../clock.ts';
import { Frame } from '../frame/frame.tsx';
import { AllSitesDocument, type AllSitesQuery, type AllSitesQueryVariables } from '../generated/graphql.ts';
import { formatChange, formatCount, sumOf } from '../numbers.ts';
import { type Lane, LANES, isUnfinished } from '../overview/kinds.ts';
import { Mark } from '../parts/mark.tsx';
import { ProblemNote } from '../parts/note.tsx';
import { useSignInFirst } from '../sign-in/use-sign-in-first.ts';
import { formatAgo } from '../time/days.ts';
import { type View, formatView } from '../time/range.ts';
import { ComparisonPicker, RangePicker } from '../time/range-picker.tsx';
import { useView } from '../time/use-view.ts';
import { Spark } from './spark.tsx';

type Site = NonNullable<AllSitesQuery['totals']>[number];

/** Where an owner lands: a row for each site. */
export function AllSites() {
  const { view, today, change } = useView();
  const { read, problem, askAgain } = useAnswer(AllSitesDocument, variablesOf(view));
  useSignInFirst(read, problem);
  const sites = read?.data.totals ?? undefined;
  return (
    <Frame title="All sites" frame={read?.data}>
      <div class="head">
        <div>
          <h1>All sites</h1>
          <p class="sub">{sites ? summaryOf(sites) : 'Reading'}</p>
        </div>
        <div class="controls">
          <RangePicker view={view} today={today} change={change} />
          <ComparisonPicker view={view} today={today} change={change} />
        </div>
      </div>
      {problem && <ProblemNote problem={problem} askAgain={askAgain} />}
      <SitesSheet sites={sites} search={formatView(view)} />
    </Frame>
  );
}

function variablesOf({ start, end, compare }: View): AllSitesQueryVariables {
  return { start, end, compare: compare ?? null, compares: compare !== undefined };
}

type SheetProps = { readonly sites: readonly Site[] | undefined; readonly search: string };

function SitesSheet({ sites, search }: SheetProps) {
  return (
    <section class="sheet all-sites" aria-label="All sites" aria-busy={!sites}>
      <table class="ledger" role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              Site
            </th>
            {LANES.map(({ kind, name }) => (
              <th scope="col" role="columnheader" key={kind}>
                <span>
                  <Mark kind={kind} />
                  {name}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {sites?.map((site) => (
            <Row key={site.id} site={site} search={search} />
          ))}
          {!sites && <SkeletonRow />}
        </tbody>
      </table>
      {sites?.length === 0 && (
        <div class="blank">
          <h2>No site yet</h2>
          <p>
            Add one with <code>site-traffic site create</code>.
          </p>
        </div>
      )}
    </section>
  );
}

function summaryOf(sites: readonly Site[]): string {
  const events = sumOf(sites, ({ eventsThisMonth }) => eventsThisMonth);
  return `${sites.length === 1 ? '1 site' : `${sites.length} sites`}, ${formatCount(events)} events this month`;
}

function Row({ site, search }: { readonly site: Site; readonly search: string }) {
  const { id, name, domain, lastEventAt } = site;
  return (
    <tr role="row">
      <th scope="row" role="rowheader" class="site">
        <a href={`/sites/${id}${search}`}>{name}</a>
        <small>{domain}</small>
        <small class="last">
          <span class={`pulse ${lastEventAt ? '' : 'off'}`} />
          {lastEventAt ? `Last event ${formatAgo(Date.parse(lastEventAt), nowMs())}` : 'Nothing recorded yet'}
        </small>
      </th>
      {LANES.map((lane) => (
        <Totals key={lane.kind} site={site} lane={lane} />
      ))}
    </tr>
  );
}

type TotalsProps = { readonly site: Site; readonly lane: Lane };

function Totals({ site: { timeseries, stats, compared }, lane: { kind, field, name } }: TotalsProps) {
  const { totals } = compared ?? stats ?? {};
  const comparison = compared?.comparison;
  return (
    <td class="tot" role="cell">
      <div>
        <span class="lab phone">
          <Mark kind={kind} />
          {name}
        </span>
        <b>{formatCount(totals?.[field])}</b>
        {comparison && (
          <span class="delta">
            <b>{formatChange(comparison.totals[field], comparison.previousTotals[field])}</b> from{' '}
            {formatCount(comparison.previousTotals[field])}
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
    </td>
  );
}

function SkeletonRow() {
  return (
    <tr role="row" aria-hidden="true">
      {['w3', 'w2', 'w2', 'w2'].map((width, column) => (
        <td key={column} role="cell">
          <div class={`skel ${width}`} />
        </td>
      ))}
    </tr>
  );
}
