import { eventsPath, pagesPath, withParam } from '../links.ts';
import { formatBytes, formatCount, sumOf } from '../numbers.ts';
import { Heads, Nothing, RestHead } from '../parts/ledger.tsx';
import { Rule } from '../parts/rule.tsx';
import { Sheet } from '../parts/sheet.tsx';
import type { Profile } from './profile.ts';

type Props = { readonly bot: Profile; readonly siteId: string; readonly search: string };

/** The pages that the bot visits most, and what all others have together. */
export function BotPages({ bot, siteId, search }: Props) {
  return (
    <Sheet title="Top pages" hint="By visits of this bot" place="c-7">
      {bot &&
        (bot.pages.length === 0 ? (
          <Nothing what="It read no page in these days." />
        ) : (
          <>
            <PageTable bot={bot} siteId={siteId} search={search} />
            <div class="more">
              <a class="btn quiet small" href={pagesPath(siteId) + withParam(search, 'bot', bot.botName)}>
                All pages that it visited
              </a>
            </div>
          </>
        ))}
    </Sheet>
  );
}

type TableProps = Omit<Props, 'bot'> & { readonly bot: NonNullable<Profile> };

function PageTable({ bot, siteId, search }: TableProps) {
  const { pages } = bot;
  const ofBot = withParam(search, 'bot', bot.botName);
  return (
    <table class="ledger">
      <thead>
        <tr>
          <th scope="col">Page</th>
          <Heads names={['Visits', 'Errors']} />
          <th scope="col" class="num narrow-off">
            Bytes
          </th>
        </tr>
      </thead>
      <tbody>
        {pages.map((page) => (
          <tr key={page.pagePath}>
            <th scope="row" class="grow">
              <a class="mono" href={eventsPath(siteId) + withParam(ofBot, 'page', page.pagePath)}>
                <bdi title={page.pagePath}>{page.pagePath}</bdi>
              </a>
            </th>
            <td class="num">
              {formatCount(page.botVisits)}
              <Rule kind="bot" part={page.botVisits} most={pages[0]?.botVisits ?? 0} />
            </td>
            <td class="num">{formatCount(page.failed)}</td>
            <td class="num narrow-off">{formatBytes(page.bytes)}</td>
          </tr>
        ))}
        <OtherPages bot={bot} />
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Together</th>
          <td class="num">{formatCount(bot.visits)}</td>
          <td class="num">{formatCount(bot.failed)}</td>
          <td class="num narrow-off">{formatBytes(bot.bytes)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function OtherPages({ bot }: Pick<TableProps, 'bot'>) {
  const { pages, bytes } = bot;
  const visits = bot.visits - sumOf(pages, ({ botVisits }) => botVisits);
  if (visits <= 0) return null;
  return (
    <tr>
      <RestHead>All other pages</RestHead>
      <td class="num">{formatCount(visits)}</td>
      <td class="num">{formatCount(bot.failed - sumOf(pages, ({ failed }) => failed))}</td>
      <td class="num narrow-off">
        {formatBytes(bytes === null ? null : bytes - sumOf(pages, (page) => page.bytes ?? 0))}
      </td>
    </tr>
  );
}
