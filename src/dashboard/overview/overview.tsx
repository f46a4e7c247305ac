import { useRoute } from 'preact-iso';
import { noticedOf } from '../alerts/strip-marks.ts';
import { divide } from '../answers/divide.ts';
import { type AnswerState, useAnswer } from '../answers/use-answer.ts';
import { Frame } from '../frame/frame.tsx';
import { knownSite } from '../frame/known-frame.ts';
import { NoSite, isNoSite } from '../frame/missing.tsx';
import {
  OverviewDocument,
  type OverviewQuery,
  type OverviewQueryVariables,
  type Plan,
} from '../generated/graphql.ts';
import { keepDays, shareLinksPath } from '../links.ts';
import { Domain } from '../parts/domain.tsx';
import { readableDomain } from '../parts/domain-text.ts';
import { Icon } from '../parts/icon.tsx';
import { LastEvent } from '../parts/last-event.tsx';
import { ProblemNote } from '../parts/note.tsx';
import { RefusedParts } from '../parts/refused.tsx';
import { useSignInFirst } from '../sign-in/use-sign-in-first.ts';
import type { Day } from '../time/days.ts';
import { type View, formatView, readView } from '../time/range.ts';
import { ComparisonPicker, LengthPicker, RangePicker } from '../time/range-picker.tsx';
import { useView } from '../time/use-view.ts';
import { wordsOfShown } from '../time/words-of-shown.ts';
import { EmptySite } from '../traffic-in/empty-site.tsx';
import { SHEETS, Sheets } from './sheets.tsx';
import { overviewVariables } from './site.ts';
import { inWordsOfChart } from './too-many-points.ts';

type Site = NonNullable<OverviewQuery['site']>;

/** Who takes from a site, who sends to it, and what came of it. */
export function OverviewScreen() {
  const siteId = useRoute().params['siteId'] ?? '';
  const shown = useView();
  const variables = overviewVariables(siteId, shown.view);
  const { read, isBusy, problem, askAgain } = useAnswer(OverviewDocument, variables);
  useSignInFirst(read, problem);
  const data = read?.data;
  const site = data?.site ?? undefined;
  const domain = domainOf(site, siteId);
  const { ofPage, ofSheets } = divide({ problem, read }, SHEETS);
  if (isNoSite(problem)) return <NoSite frame={data} />;
  return (
    <Frame title={titleOf(domain)} siteId={siteId} frame={data} isBusy={isBusy}>
      <div class="head">
        <Head
          siteId={siteId}
          site={site}
          domain={domain}
          words={wordsOfShown({ read, isBusy, problem: ofPage }, shown.today)}
        />
        {site?.lastEventAt !== null && <Controls {...shown} siteId={siteId} plan={data?.account?.plan} />}
      </div>
      {ofPage && <ProblemNote problem={ofPage} askAgain={askAgain} />}
      <RefusedParts problem={inWordsOfChart(ofSheets, shown.view)} askAgain={askAgain}>
        {data?.site !== null && <Content {...shown} siteId={siteId} read={read} askAgain={askAgain} />}
      </RefusedParts>
    </Frame>
  );
}

/** Known from the list of sites before the site is. */
const domainOf = (site: Site | undefined, siteId: string) => site?.domain ?? knownSite(siteId)?.domain;

const titleOf = (domain: string | undefined) =>
  domain ? `Overview of ${readableDomain(domain)}` : 'Overview';

type ControlsProps = ReturnType<typeof useView> & {
  readonly siteId: string;
  readonly plan: Plan | undefined;
};

function Controls({ siteId, plan, ...shown }: ControlsProps) {
  return (
    <>
      <a class="btn share" href={keepDays(shareLinksPath(siteId), formatView(shown.view))}>
        <Icon name="share" />
        <span class="lbl">Share</span>
      </a>
      <div class="controls">
        <RangePicker {...shown} />
        <ComparisonPicker {...shown} />
        <LengthPicker {...shown} isFree={plan === 'FREE'} />
      </div>
    </>
  );
}

type HeadProps = {
  readonly siteId: string;
  readonly site: Site | undefined;
  readonly domain: string | undefined;
  readonly words: string | undefined;
};

function Head({ siteId, site, domain, words }: HeadProps) {
  return (
    <div>
      <h1>{domain ? <Domain domain={domain} /> : 'Overview'}</h1>
      <p class="sub">{words ?? <LastEvent siteId={siteId} lastEventAt={site?.lastEventAt} />}</p>
    </div>
  );
}

type ContentProps = {
  readonly siteId: string;
  readonly read: AnswerState<OverviewQuery, OverviewQueryVariables>['read'];
  readonly view: View;
  readonly today: Day;
  readonly askAgain: () => void;
};

function Content({ siteId, read, view, today, askAgain }: ContentProps) {
  const site = read?.data.site ?? undefined;
  if (site && !site.lastEventAt) return <EmptySite siteId={site.id} onFirst={askAgain} />;
  const links = { siteId, search: formatView(view) };
  const shown = { view: readView(view, read?.variables), today, links };
  return (
    <Sheets
      site={site}
      attributionFacts={site?.coverage}
      {...shown}
      strip={{ own: { ...links, askAgain }, ...noticedOf(site) }}
    />
  );
}
