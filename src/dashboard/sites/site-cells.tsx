import { formatCount } from '../numbers.ts';
import { missingOf } from '../overview/gaps.ts';
import { type Lane, isUnfinished } from '../overview/kinds.ts';
import { Change, ComparedUntil } from '../parts/change.tsx';
import { readableDomain } from '../parts/domain-text.ts';
import { Mark } from '../parts/mark.tsx';
import { readableName } from '../parts/name-text.ts';
import { RecordingDot } from '../parts/recording-dot.tsx';
import { type Day, formatAgo, nowMs } from '../time/days.ts';
import type { SiteRow } from './sort-sites.ts';
import { Spark } from './spark.tsx';
import type { SiteTotals } from './walk.ts';

type LaneNameProps = { readonly lane: Lane; readonly class?: string };

export function LaneName({ lane: { kind, name }, class: className }: LaneNameProps) {
  return (
    <span class={className}>
      <Mark kind={kind} />
      {name}
    </span>
  );
}

type SiteNameProps = {
  readonly site: SiteRow;
  readonly search: string;
  /** Whether its dot does not move. */
  readonly isStill: boolean;
};

/** The name and the domain, each cut to its line; once where the site has no name of its own. */
export function SiteName({ site: { id, name, domain, lastEventAt }, search, isStill }: SiteNameProps) {
  const own = name !== '' && name !== domain ? readableName(name) : undefined;
  const address = readableDomain(domain);
  return (
    <>
      <a href={`/sites/${id}${search}`} title={own ?? domain}>
        <bdi>{own ?? address}</bdi>
      </a>
      {own !== undefined && (
        <small title={domain}>
          <bdi>{address}</bdi>
        </small>
      )}
      {lastEventAt !== undefined && (
        <small class="last">
          <RecordingDot lastEventAt={lastEventAt} isStill={isStill} />
          {lastEventAt ? `Last event ${formatAgo(Date.parse(lastEventAt), nowMs())}` : 'Nothing recorded yet'}
        </small>
      )}
    </>
  );
}

export function NothingYet({ siteId }: { readonly siteId: string }) {
  return (
    <>
      <p>Nothing has been recorded here yet.</p>
      <a class="btn small" href={`/sites/${siteId}`}>
        Get traffic in
      </a>
    </>
  );
}

/** In place of figures that were refused. */
export const NotRead = ({ message }: { readonly message: string }) => <p>Not read: {message}</p>;

type TotalsProps = {
  readonly site: SiteTotals;
  readonly lane: Lane;
  /** The last day of the figures. */
  readonly end: Day;
};

export function Totals({ site: { timeseries, stats }, lane, end }: TotalsProps) {
  const { kind, field } = lane;
  const { totals, comparison } = stats ?? {};
  const compared = comparison && {
    now: comparison.totals[field],
    before: comparison.previousTotals[field],
  };
  return (
    <div class="total">
      <div>
        <LaneName lane={lane} class="lab phone" />
        <b>{formatCount(totals?.[field])}</b>
        {compared && (
          <span class="delta">
            <Change {...compared} />
          </span>
        )}
        {compared && <ComparedUntil {...compared} until={comparison.until} end={end} />}
      </div>
      {timeseries && (
        <Spark
          kind={kind}
          counts={timeseries.data.map((point) => point[field])}
          missing={missingOf(timeseries)}
          unfinished={isUnfinished(timeseries)}
        />
      )}
    </div>
  );
}
