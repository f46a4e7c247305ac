import { ofOwnSheet } from '../answers/divide.ts';
import { useAnswer } from '../answers/use-answer.ts';
import { ReachSummaryDocument } from '../generated/graphql.ts';
import { reachPath } from '../links.ts';
import { formatCount } from '../numbers.ts';
import type { Links } from '../overview/site.ts';
import { RefusedParts } from '../parts/refused.tsx';
import { Sheet } from '../parts/sheet.tsx';
import type { Bounds } from '../time/range.ts';
import { REACH_EVERY_MS, hasNoSitemap, reachOf } from './reached.ts';
import { FEW_COUNTS, SectionTable } from './sections.tsx';

const MOST_ROWS = 5;

/** Its height with six rows, their total and two links. */
const HEIGHT = 447;

type Props = {
  readonly siteId: string;
  readonly days: Bounds;
  /** Without it, the overview is that of a share link, which leads nowhere. */
  readonly links: Links | undefined;
};

/** How much of the sitemap is read, at the end of an overview. */
export function ReachSummary({ siteId, days: { start, end }, links }: Props) {
  const { read, askAgain, ...answer } = useAnswer(
    ReachSummaryDocument,
    { id: siteId, start, end },
    REACH_EVERY_MS,
  );
  const problem = ofOwnSheet(answer.problem);
  const reach = reachOf({ read, problem });
  const hasNone = hasNoSitemap({ read });
  return (
    <RefusedParts problem={problem} askAgain={askAgain}>
      <Sheet
        title="Reach"
        hint="How much of your sitemap bots have read"
        place={hasNone ? 'c-6 o-6 short' : 'c-6 o-6'}
        hasCsv={!hasNone}
        height={HEIGHT}
      >
        {hasNone ? (
          <Blank href={links && reachPath(siteId) + links.search} />
        ) : (
          reach && (
            <>
              <SectionTable reach={reach} counts={FEW_COUNTS} mostRows={MOST_ROWS} />
              {links && (
                <div class="more">
                  <a class="btn quiet small" href={reachPath(siteId) + links.search}>
                    {wordsOf(reach.unread)}
                  </a>
                </div>
              )}
            </>
          )
        )}
      </Sheet>
    </RefusedParts>
  );
}

function Blank({ href }: { readonly href: string | undefined }) {
  return <p class="say">No sitemap is known yet. {href && <a href={href}>See how to add it</a>}</p>;
}

const wordsOf = (unread: number) =>
  unread === 0 ? 'All pages' : `${formatCount(unread)} ${unread === 1 ? 'page' : 'pages'} no bot has read`;
