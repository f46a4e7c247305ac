import { useRoute } from 'preact-iso';
import { divide } from '../answers/divide.ts';
import { useAnswer } from '../answers/use-answer.ts';
import { Frame } from '../frame/frame.tsx';
import { NoSite, isNoSite } from '../frame/missing.tsx';
import { PagesFrameDocument, ReachDocument } from '../generated/graphql.ts';
import { BotChoices } from '../pages/bot-choices.tsx';
import { PagesHead, PagesTabs } from '../pages/tabs.tsx';
import { FIRST_PLACE } from '../pages/places.ts';
import type { PagesSite } from '../pages/sums.ts';
import { ShownOf } from '../parts/csv-button.tsx';
import { ProblemNote } from '../parts/note.tsx';
import { RefusedParts } from '../parts/refused.tsx';
import { useSignInFirst } from '../sign-in/use-sign-in-first.ts';
import { formatView } from '../time/range.ts';
import { RangePicker } from '../time/range-picker.tsx';
import { useViewIn } from '../time/use-view.ts';
import { wordsOfShown } from '../time/words-of-shown.ts';
import { Figures } from './figures.tsx';
import { NoSitemap } from './no-sitemap.tsx';
import { SitemapPages } from './pages-of-sitemap.tsx';
import { ReadBySheet } from './read-by.tsx';
import {
  type Readers,
  type ReachAsked,
  type ReachView,
  askedIn,
  formatReachView,
  parseReachView,
} from './reach-view.ts';
import { REACH_EVERY_MS, type Reach, hasNoSitemap, reachOf } from './reached.ts';
import { SectionsSheet } from './sections-sheet.tsx';

const SHEETS = ['site.reach'];

/** How much of the sitemap bots have read. */
export function ReachScreen() {
  const { siteId = '' } = useRoute().params;
  const { view, today, change } = useReachView();
  const { start, end } = view;
  const frame = useAnswer(PagesFrameDocument, { id: siteId, start, end });
  const asked = askedIn(siteId, view);
  const reach = useAnswer(ReachDocument, asked, REACH_EVERY_MS);
  const { ofPage, ofSheets } = divide(reach, SHEETS);
  useSignInFirst(frame.read, frame.problem ?? ofPage);
  const site: PagesSite | undefined = frame.read?.data.site ?? undefined;
  const { read, isBusy } = reach;
  const words = wordsOfShown({ read, isBusy, problem: ofPage }, today);
  const askAgain = () => [frame, reach].forEach((each) => each.problem && each.askAgain());
  if ([frame.problem, reach.problem].some(isNoSite)) return <NoSite frame={frame.read?.data} />;
  return (
    <Frame
      title={`Reach of ${site?.domain ?? 'a site'}`}
      siteId={siteId}
      frame={frame.read?.data}
      isBusy={isBusy}
    >
      <div class="head">
        <PagesHead domain={site?.domain} words={words}>
          how much of your sitemap bots have read
        </PagesHead>
        <div class="controls">
          <RangePicker view={view} today={today} change={change} />
        </div>
      </div>
      <PagesTabs siteId={siteId} search={formatView(view)} />
      {ofPage && <ProblemNote problem={ofPage} askAgain={askAgain} />}
      <ShownOf.Provider value={{ domain: site?.domain, start, end }}>
        {hasNoSitemap(reach) ? (
          <NoSitemap siteId={siteId} />
        ) : (
          <>
            <form class="filters" aria-label="Whose reading" onSubmit={(event) => event.preventDefault()}>
              <BotChoices site={site} filters={view} filter={change} />
            </form>
            <RefusedParts problem={ofSheets} askAgain={reach.askAgain}>
              <Content {...{ asked, view, today, change }} reach={reachOf(reach)} />
            </RefusedParts>
          </>
        )}
      </ShownOf.Provider>
    </Frame>
  );
}

/** Whatever changes but the place begins at the first page of the list. */
function useReachView() {
  const { change, ...shown } = useViewIn({ parse: parseReachView, format: formatReachView });
  const changeFromFirst: typeof change = (changed, isReplaced) =>
    change({ ...FIRST_PLACE, ...changed }, isReplaced);
  return { ...shown, change: changeFromFirst };
}

type ContentProps = {
  readonly asked: ReachAsked;
  readonly view: ReachView;
  readonly today: string;
  readonly change: (changed: Partial<ReachView>, isReplaced?: boolean) => void;
  readonly reach: Reach | null | undefined;
};

function Content({ reach, ...list }: ContentProps) {
  const { view, change } = list;
  const search = formatView(view);
  // the list of pages is the same, so it stays where it is
  const choose = (readBy: Readers) => change({ readBy, after: view.after, from: view.from });
  return (
    <>
      <Figures reach={reach} today={list.today} />
      <div class="grid">
        <SectionsSheet reach={reach} />
        <ReadBySheet asked={list.asked} search={search} readers={view.readBy} choose={choose} />
      </div>
      <SitemapPages {...list} search={search} reach={reach} />
    </>
  );
}
