import { useRoute } from 'preact-iso';
import { divide } from '../answers/divide.ts';
import { useAnswer } from '../answers/use-answer.ts';
import { nowMs } from '../clock.ts';
import { Frame } from '../frame/frame.tsx';
import { NoSite, isNoSite } from '../frame/missing.tsx';
import { OverviewDocument, type OverviewQueryVariables, type Plan } from '../generated/graphql.ts';
import { ProblemNote } from '../parts/note.tsx';
import { RefusedPart, RefusedParts } from '../parts/refused.tsx';
import { useSignInFirst } from '../sign-in/use-sign-in-first.ts';
import { type Day, formatAgo, formatTime } from '../time/days.ts';
import { type View, comparisonOf, formatView } from '../time/range.ts';
import { ComparisonPicker, LengthPicker, RangePicker } from '../time/range-picker.tsx';
import { useView } from '../time/use-view.ts';
import { GetTrafficIn } from '../traffic-in/get-traffic-in.tsx';
import { Bots } from './bots.tsx';
import { Conversions } from './conversions.tsx';
import { Countries } from './countries.tsx';
import { Exchange } from './exchange.tsx';
import { LANES } from './kinds.ts';
import { Lanes } from './lanes.tsx';
import type { Site } from './site.ts';
import { Sources } from './sources.tsx';
import { TopPages } from './top-pages.tsx';
import { Total } from './total.tsx';

/** Who takes from a site, who sends to it, and what came of it. */
export function Overview() {
  const siteId = useRoute().params['siteId'] ?? '';
  const shown = useView();
  const { read, problem, askAgain } = useAnswer(OverviewDocument, variablesOf(siteId, shown.view));
  useSignInFirst(read, problem);
  const data = read?.data;
  const site = data?.site ?? undefined;
  const { ofPage, ofSheets } = divide({ problem, read }, SHEETS);
  if (isNoSite(problem)) return <NoSite frame={data} />;
  return (
    <Frame title={titleOf(site)} siteId={siteId} frame={data}>
      <div class="head">
        <Head site={site} staleSinceMs={ofPage && read?.atMs} />
        {site?.lastEventAt !== null && <Controls {...shown} plan={data?.account?.plan} />}
      </div>
      {ofPage && <ProblemNote problem={ofPage} askAgain={askAgain} />}
      <RefusedParts problem={ofSheets} askAgain={askAgain}>
        {data?.site !== null && <Content {...shown} site={site} askAgain={askAgain} />}
      </RefusedParts>
    </Frame>
  );
}

const SHEETS = ['timeseries', 'stats', 'compared', 'companies', 'pages', 'countries'].map(
  (field) => `site.${field}`,
);

const titleOf = (site: Site | undefined) => (site ? `Overview of ${site.domain}` : 'Overview');

type ControlsProps = ReturnType<typeof useView> & { readonly plan: Plan | undefined };

function Controls({ plan, ...shown }: ControlsProps) {
  return (
    <div class="controls">
      <RangePicker {...shown} />
      <ComparisonPicker {...shown} />
      <LengthPicker {...shown} isFree={plan === 'FREE'} />
    </div>
  );
}

type HeadProps = { readonly site: Site | undefined; readonly staleSinceMs: number | undefined };

function Head({ site, staleSinceMs }: HeadProps) {
  return (
    <div>
      <h1>{site?.domain ?? 'Overview'}</h1>
      <p class="sub">
        {staleSinceMs === undefined ? (
          <LastEvent site={site} />
        ) : (
          `Showing what was read at ${formatTime(staleSinceMs)} UTC`
        )}
      </p>
    </div>
  );
}

function variablesOf(id: string, view: View): OverviewQueryVariables {
  const { start, end, hourly } = view;
  const compare = comparisonOf(view);
  const granularity = hourly ? 'HOUR' : 'DAY';
  return { id, start, end, granularity, compare: compare ?? null, compares: compare !== undefined };
}

function LastEvent({ site }: { readonly site: Site | undefined }) {
  const last = site?.lastEventAt;
  return (
    <>
      <span class={`pulse ${last ? '' : 'off'}`} />
      {!site && 'Reading'}
      {site && (last ? `Last event ${formatAgo(Date.parse(last), nowMs())}` : 'Nothing recorded yet')}
    </>
  );
}

type ContentProps = {
  readonly site: Site | undefined;
  readonly view: View;
  readonly today: Day;
  readonly askAgain: () => void;
};

function Content({ site, view, today, askAgain }: ContentProps) {
  if (site && !site.lastEventAt) return <GetTrafficIn site={site} onFirst={askAgain} />;
  const links = { siteId: site?.id ?? '', search: formatView(view) };
  return (
    <>
      <Lanes
        lanes={LANES}
        timeseries={site?.timeseries}
        view={view}
        today={today}
        totalOf={(field) => <Total site={site} field={field} />}
        note={site && [site.timeseries, site.stats, site.compared].includes(null) && <RefusedPart />}
      />
      <div class="grid">
        <div class="w-7">
          <Exchange companies={site?.companies} {...links} />
        </div>
        <div class="col c-5 w-5 o-3">
          <Sources stats={site?.stats} />
          <Conversions stats={site?.stats} />
        </div>
        <Bots stats={site?.stats} {...links} />
        <TopPages site={site} search={links.search} />
        <Countries countries={site?.countries} />
      </div>
    </>
  );
}
