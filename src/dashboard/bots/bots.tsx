import { useLocation, useRoute } from 'preact-iso';
import { useMemo } from 'preact/hooks';
import { divide } from '../answers/divide.ts';
import { useAnswer } from '../answers/use-answer.ts';
import { Frame } from '../frame/frame.tsx';
import { knownSite } from '../frame/known-frame.ts';
import { NoSite, isNoSite } from '../frame/missing.tsx';
import { BotsDocument } from '../generated/graphql.ts';
import { Domain } from '../parts/domain.tsx';
import { readableDomain } from '../parts/domain-text.ts';
import { ShownOf } from '../parts/csv-button.tsx';
import { ProblemNote } from '../parts/note.tsx';
import { RefusedParts } from '../parts/refused.tsx';
import { useSignInFirst } from '../sign-in/use-sign-in-first.ts';
import { formatView } from '../time/range.ts';
import { ComparisonPicker, RangePicker } from '../time/range-picker.tsx';
import { useViewIn } from '../time/use-view.ts';
import { wordsOfShown } from '../time/words-of-shown.ts';
import { findBots, listBots } from './bot-list.ts';
import { BotsSheet } from './bots-sheet.tsx';
import { type BotsView, botsVariables, formatBotsView, parseBotsView, readBotsView } from './bots-view.ts';
import { OtherRobots } from './other-robots.tsx';
import { FilterForm } from './filter-form.tsx';

const SHEETS = ['site.stats', 'site.compared'];

/** Which bots came, and what they did. */
export function BotsScreen() {
  const { siteId = '' } = useRoute().params;
  const { view, today, change, type } = useBotsView();
  const { read, isBusy, problem, askAgain } = useAnswer(BotsDocument, botsVariables(siteId, view, today));
  useSignInFirst(read, problem);
  const site = read?.data.site ?? undefined;
  const domain = site?.domain ?? knownSite(siteId)?.domain;
  const { ofPage, ofSheets } = divide({ problem, read }, SHEETS);
  const bots = useMemo(() => (site ? listBots(site) : []), [site]);
  const found = useMemo(() => findBots(bots, view), [bots, formatBotsView({ ...view, from: 1 })]);
  const words = wordsOfShown({ read, isBusy, problem: ofPage }, today);
  const shown = { siteId, today, change, view: readBotsView(view, read?.variables) };
  if (isNoSite(problem)) return <NoSite frame={read?.data} />;
  return (
    <Frame
      title={`Bots of ${readableDomain(domain ?? 'a site')}`}
      siteId={siteId}
      frame={read?.data}
      isBusy={isBusy}
    >
      <div class="head">
        <Head siteId={siteId} domain={domain} search={formatView(view)} words={words} />
        <div class="controls">
          <RangePicker view={view} today={today} change={change} />
          <ComparisonPicker view={view} today={today} change={change} />
          <OtherRobots {...{ siteId, today, start: view.start, end: view.end }} />
        </div>
      </div>
      <FilterForm bots={bots} filters={view} change={change} type={type} />
      {ofPage && <ProblemNote problem={ofPage} askAgain={askAgain} />}
      <RefusedParts problem={ofSheets} askAgain={askAgain}>
        {read?.data.site !== null && (
          <ShownOf.Provider value={{ domain, start: shown.view.start, end: shown.view.end }}>
            <BotsSheet {...shown} site={site} bots={bots} found={found} search={formatView(view)} />
          </ShownOf.Provider>
        )}
      </RefusedParts>
    </Frame>
  );
}

/** What the URL says. Whatever else is listed, it begins at its first bot. */
function useBotsView() {
  const { view, today, change } = useViewIn({ parse: parseBotsView, format: formatBotsView });
  const { path, route } = useLocation();
  return {
    ...{ view, today },
    change: (changed: Partial<BotsView>) => change({ from: 1, ...changed }),
    /** One step in the history, however many letters a text has. */
    type: (search: string) =>
      route(path + formatBotsView({ ...view, search, from: 1 }), view.search !== '' && search !== ''),
  };
}

type HeadProps = {
  readonly siteId: string;
  readonly domain: string | undefined;
  readonly search: string;
  readonly words: string | undefined;
};

function Head({ siteId, domain, search, words }: HeadProps) {
  return (
    <div>
      <h1>Bots</h1>
      <p class="sub">
        {words && `${words}. `}
        {domain === undefined ? (
          'Reading'
        ) : (
          <>
            <a href={`/sites/${siteId}${search}`}>
              <Domain domain={domain} />
            </a>
            : who came, and what for
          </>
        )}
      </p>
    </div>
  );
}
