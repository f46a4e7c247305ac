import { useRoute } from 'preact-iso';
import { divide } from '../answers/divide.ts';
import { useAnswer } from '../answers/use-answer.ts';
import { Frame } from '../frame/frame.tsx';
import { NoSite, isNoSite } from '../frame/missing.tsx';
import { OverviewDocument, type OverviewQuery, type Plan } from '../generated/graphql.ts';
import { shareLinksPath } from '../links.ts';
import { Icon } from '../parts/icon.tsx';
import { ProblemNote } from '../parts/note.tsx';
import { RefusedParts } from '../parts/refused.tsx';
import { useSignInFirst } from '../sign-in/use-sign-in-first.ts';
import { type Day, formatAgo, formatTime, nowMs } from '../time/days.ts';
import { type View, formatView } from '../time/range.ts';
import { ComparisonPicker, LengthPicker, RangePicker } from '../time/range-picker.tsx';
import { useView } from '../time/use-view.ts';
import { GetTrafficIn } from '../traffic-in/get-traffic-in.tsx';
import { SHEETS, Sheets } from './sheets.tsx';
import { overviewVariables } from './site.ts';

type Site = NonNullable<OverviewQuery['site']>;

/** Who takes from a site, who sends to it, and what came of it. */
export function OverviewScreen() {
  const siteId = useRoute().params['siteId'] ?? '';
  const shown = useView();
  const { read, problem, askAgain } = useAnswer(OverviewDocument, overviewVariables(siteId, shown.view));
  useSignInFirst(read, problem);
  const data = read?.data;
  const site = data?.site ?? undefined;
  const { ofPage, ofSheets } = divide({ problem, read }, SHEETS);
  if (isNoSite(problem)) return <NoSite frame={data} />;
  return (
    <Frame title={titleOf(site)} siteId={siteId} frame={data}>
      <div class="head">
        <Head site={site} staleSinceMs={ofPage && read?.atMs} />
        {site?.lastEventAt !== null && <Controls {...shown} siteId={siteId} plan={data?.account?.plan} />}
      </div>
      {ofPage && <ProblemNote problem={ofPage} askAgain={askAgain} />}
      <RefusedParts problem={ofSheets} askAgain={askAgain}>
        {data?.site !== null && <Content {...shown} site={site} askAgain={askAgain} />}
      </RefusedParts>
    </Frame>
  );
}

const titleOf = (site: Site | undefined) => (site ? `Overview of ${site.domain}` : 'Overview');

type ControlsProps = ReturnType<typeof useView> & {
  readonly siteId: string;
  readonly plan: Plan | undefined;
};

function Controls({ siteId, plan, ...shown }: ControlsProps) {
  return (
    <div class="controls">
      <RangePicker {...shown} />
      <ComparisonPicker {...shown} />
      <LengthPicker {...shown} isFree={plan === 'FREE'} />
      <a class="btn" href={shareLinksPath(siteId)}>
        <Icon name="share" />
        <span class="lbl" aria-hidden="true">
          Share
        </span>
        <span class="sr">Share</span>
      </a>
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
  return <Sheets site={site} view={view} today={today} links={links} />;
}
