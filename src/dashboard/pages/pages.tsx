import { useRoute } from 'preact-iso';
import { divide } from '../answers/divide.ts';
import { useAnswer } from '../answers/use-answer.ts';
import { Frame } from '../frame/frame.tsx';
import { NoSite, isNoSite } from '../frame/missing.tsx';
import { PagesFrameDocument, type PagesFrameQueryVariables } from '../generated/graphql.ts';
import { BotLink } from '../parts/bot-link.tsx';
import { Domain } from '../parts/domain.tsx';
import { ShownOf } from '../parts/csv-button.tsx';
import { ProblemNote } from '../parts/note.tsx';
import { RefusedParts } from '../parts/refused.tsx';
import { useSignInFirst } from '../sign-in/use-sign-in-first.ts';
import { formatView } from '../time/range.ts';
import { RangePicker } from '../time/range-picker.tsx';
import { useViewIn } from '../time/use-view.ts';
import { wordsOfShown } from '../time/words-of-shown.ts';
import { FilterForm } from './filter-form.tsx';
import { type PageFilters, formatPagesView, parsePagesView } from './filters.ts';
import { PagesSheet } from './pages-sheet.tsx';
import { PagesTabs } from './tabs.tsx';
import { FIRST_PLACE } from './places.ts';
import type { PagesSite } from './sums.ts';
import { type PageList, areDays, usePageList } from './use-page-list.ts';

const SHEETS = ['site.stats', 'site.companies', 'site.pages'];

/** What bots read and where visitors land. */
export function PagesScreen() {
  const { siteId = '' } = useRoute().params;
  const { view: filters, today, change } = usePagesView();
  const { start, end } = filters;
  const { read, problem, askAgain } = useAnswer(PagesFrameDocument, { id: siteId, start, end });
  const list = usePageList({ id: siteId, start, end }, filters, change);
  const { ofPage, ofSheets } = divideBoth({ problem, read }, list);
  useSignInFirst(read, ofPage);
  const askBoth = () => [{ problem, askAgain }, list].forEach((each) => each.problem && each.askAgain());
  const site = read?.data.site ?? undefined;
  const view = formatView(filters);
  const shown = list.read?.variables ?? filters;
  const words = wordsOfShown({ read: list.read ?? read, isBusy: list.isBusy, problem: ofPage }, today);
  if ([problem, list.problem].some(isNoSite)) return <NoSite frame={read?.data} />;
  return (
    <Frame title={titleOf(site)} siteId={siteId} frame={read?.data} isBusy={list.isBusy}>
      <div class="head">
        <Head {...{ site, siteId, filters, view, words }} />
        <div class="controls">
          <RangePicker view={filters} today={today} change={change} />
        </div>
      </div>
      <PagesTabs siteId={siteId} search={view} />
      <FilterForm site={site} filters={filters} filter={change} />
      {ofPage && <ProblemNote problem={ofPage} askAgain={askBoth} />}
      <RefusedParts problem={ofSheets} askAgain={askBoth}>
        <ShownOf.Provider value={{ domain: site?.domain, start: shown.start, end: shown.end }}>
          {read?.data.site !== null && (
            <PagesSheet
              {...{ siteId, filters, view, list, change }}
              site={isOfList(read, list) ? site : undefined}
            />
          )}
        </ShownOf.Provider>
      </RefusedParts>
    </Frame>
  );
}

const titleOf = (site: PagesSite | undefined) => `Pages of ${site?.domain ?? 'a site'}`;

/** Whatever changes but the place begins at the first page. */
function usePagesView() {
  const { change, ...shown } = useViewIn({ parse: parsePagesView, format: formatPagesView });
  const changeFromFirst: typeof change = (changed, isReplaced) =>
    change({ ...FIRST_PLACE, ...changed }, isReplaced);
  return { ...shown, change: changeFromFirst };
}

/** Whether both are of the same days: those of one may be there before those of the other. */
const isOfList = (read: { readonly variables: PagesFrameQueryVariables } | undefined, list: PageList) =>
  !read || !list.read || areDays(read.variables, list.read.variables);

/** The list says why it was refused before what it adds up to does. */
function divideBoth(frame: Parameters<typeof divide>[0], list: PageList) {
  const [ofFrame, ofList] = [divide(frame, SHEETS), divide(list, SHEETS)];
  return { ofPage: ofFrame.ofPage ?? ofList.ofPage, ofSheets: ofList.ofSheets ?? ofFrame.ofSheets };
}

type HeadProps = {
  readonly site: PagesSite | undefined;
  readonly siteId: string;
  readonly filters: PageFilters;
  readonly view: string;
  readonly words: string | undefined;
};

function Head({ site, siteId, filters: { bot, company }, view, words }: HeadProps) {
  return (
    <div>
      <h1>Pages</h1>
      <p class="sub">
        {words && `${words}. `}
        {site ? (
          <>
            <Domain domain={site.domain} />: what{' '}
          </>
        ) : (
          'Reading'
        )}
        {site && bot && (
          <>
            <BotLink siteId={siteId} name={bot} search={view} /> read
          </>
        )}
        {site &&
          !bot &&
          (company ? <bdi>the bots of {company} read</bdi> : 'bots read and where visitors land')}
      </p>
    </div>
  );
}
