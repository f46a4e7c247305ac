import type { ComponentChildren } from 'preact';
import { ofOwnSheet } from '../answers/divide.ts';
import { useAnswer } from '../answers/use-answer.ts';
import { ReachDocument } from '../generated/graphql.ts';
import { reachPath, withParam } from '../links.ts';
import { formatCount } from '../numbers.ts';
import { RefusedParts } from '../parts/refused.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { REACH_EVERY_MS, type Reach, everRead, hasNoSitemap, reachOf } from '../reach/reached.ts';
import { FEW_COUNTS, SectionTable } from '../reach/sections.tsx';
import type { Bounds } from '../time/range.ts';
import { SECOND_ROW_HEIGHT } from './obedience.tsx';
import type { LoadedBot } from './profile.ts';

type Links = { readonly siteId: string; readonly search: string };

type Props = Links & { readonly bot: LoadedBot; readonly days: Bounds };

/** How much of the sitemap the bot has read, which is asked for once it is known to have come. */
export function BotReachSheet({ bot, ...asked }: Props) {
  return bot ? <AskedReach {...asked} botName={bot.botName} /> : <ReachSheet>{bot}</ReachSheet>;
}

type AskedProps = Omit<Props, 'bot'> & { readonly botName: string };

function AskedReach({ siteId, botName, days: { start, end }, search }: AskedProps) {
  const asked = { id: siteId, start, end, botName, company: null, purpose: null };
  const { read, askAgain, ...answer } = useAnswer(ReachDocument, asked, REACH_EVERY_MS);
  const problem = ofOwnSheet(answer.problem);
  const reach = reachOf({ read, problem });
  return (
    <RefusedParts problem={problem} askAgain={askAgain}>
      <ReachSheet reach={reach}>
        {hasNoSitemap({ read }) ? (
          <p class="say">No sitemap is known yet.</p>
        ) : (
          reach && (
            <>
              <SectionTable reach={reach} counts={FEW_COUNTS} mostRows={5} />
              <div class="more">
                <a class="btn quiet small" href={reachPath(siteId) + withParam(search, 'bot', botName)}>
                  What it never read
                </a>
              </div>
            </>
          )
        )}
      </ReachSheet>
    </RefusedParts>
  );
}

type SheetProps = { readonly reach?: Reach | null | undefined; readonly children: ComponentChildren };

function ReachSheet({ reach, children }: SheetProps) {
  const hint =
    reach && `${formatCount(everRead(reach))} of ${formatCount(reach.pages)} pages of your sitemap`;
  return (
    <Sheet
      title="Reach"
      place={reach === null ? 'c-5 short' : 'c-5'}
      height={SECOND_ROW_HEIGHT}
      {...(hint && { hint })}
    >
      {children}
    </Sheet>
  );
}
