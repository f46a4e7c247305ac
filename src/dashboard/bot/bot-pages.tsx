import { eventsPath, pagesPath, withParam } from '../links.ts';
import { formatBytes, formatCount, sumOf } from '../numbers.ts';
import { RowRule } from '../parts/ledger.tsx';
import { Path, differencesOf } from '../parts/path.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { type SumRow, Table } from '../parts/table.tsx';
import type { ProfiledBot, LoadedBot } from './profile.ts';

type Props = {
  readonly bot: LoadedBot;
  /** How many pages are shown. */
  readonly most: number;
  readonly siteId: string;
  readonly search: string;
};

/** The pages that the bot visits most, and what all others have together. */
export function BotPagesSheet({ bot, most, siteId, search }: Props) {
  return (
    <Sheet title="Top pages" hint="By visits of this bot" height={553} hasCsv>
      {bot && (
        <>
          <PageTable bot={{ ...bot, pages: bot.pages.slice(0, most) }} siteId={siteId} search={search} />
          {bot.pages.length > 0 && (
            <div class="more">
              <a class="btn quiet small" href={pagesPath(siteId) + withParam(search, 'bot', bot.botName)}>
                All pages that it visited
              </a>
            </div>
          )}
        </>
      )}
    </Sheet>
  );
}

type TableProps = Omit<Props, 'bot' | 'most'> & { readonly bot: ProfiledBot };

function PageTable({ bot, siteId, search }: TableProps) {
  const { pages } = bot;
  const differences = differencesOf(pages);
  const ofBot = withParam(search, 'bot', bot.botName);
  return (
    <Table
      empty="It read no page on these days."
      rows={pages}
      keyOf={({ pagePath }) => pagePath}
      rest={restOf(bot)}
      foot={[{ name: 'Total', cells: cellsOf(bot.visits, bot.failed, bot.bytes) }]}
      columns={[
        {
          ...{ head: 'Page', cellClass: 'grow' },
          cell: ({ pagePath }) => (
            <a href={eventsPath(siteId) + withParam(ofBot, 'page', pagePath)}>
              <Path path={pagePath} differences={differences} />
            </a>
          ),
          text: ({ pagePath }) => pagePath,
        },
        {
          ...{ head: 'Visits', class: 'num' },
          cell: ({ botVisits }) => (
            <>
              {formatCount(botVisits)}
              <RowRule kind="bot" part={botVisits} most={pages[0]?.botVisits ?? 0} />
            </>
          ),
          text: ({ botVisits }) => botVisits,
        },
        { head: 'Errors', class: 'num', cell: ({ failed }) => formatCount(failed) },
        {
          head: 'Bytes',
          class: 'num narrow-off',
          cell: ({ bytes }) => formatBytes(bytes),
          text: ({ bytes }) => bytes,
        },
      ]}
    />
  );
}

const cellsOf = (visits: number, failed: number, bytes: number | null) => [
  formatCount(visits),
  formatCount(failed),
  <data value={bytes ?? undefined}>{formatBytes(bytes)}</data>,
];

/** What the visits to all other pages add up to, if there were any. */
function restOf({ pages, visits, failed, bytes }: ProfiledBot): SumRow | undefined {
  const others = visits - sumOf(pages, ({ botVisits }) => botVisits);
  if (others <= 0) return undefined;
  const errors = failed - sumOf(pages, (page) => page.failed);
  const size = bytes === null ? null : bytes - sumOf(pages, (page) => page.bytes ?? 0);
  return { name: 'All other pages', cells: cellsOf(others, errors, size) };
}
