import { formatCount, formatShare, shareOf } from '../numbers.ts';
import { RowRule } from '../parts/ledger.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Table } from '../parts/table.tsx';
import type { LoadedBot } from './profile.ts';

const MEANINGS: Readonly<Record<number, string>> = {
  200: 'OK',
  206: 'part of the page',
  301: 'moved',
  302: 'found elsewhere',
  304: 'not modified',
  307: 'moved for now',
  308: 'moved',
  400: 'bad request',
  401: 'not signed in',
  403: 'forbidden',
  404: 'not found',
  405: 'method not allowed',
  410: 'gone',
  429: 'too many requests',
  500: 'server error',
  502: 'bad gateway',
  503: 'not available',
  504: 'gateway timeout',
};

/** The statuses of the responses to the bot. */
export function StatusesSheet({ bot }: { readonly bot: LoadedBot }) {
  const errors = bot && bot.visits > 0 && bot.statuses.some(({ status }) => status !== null);
  return (
    <Sheet
      title="Answers it got"
      hasCsv
      {...(errors && {
        hint: `${formatCount(bot.failed)} errors, ${formatShare(bot.failed, bot.visits)} of all visits`,
      })}
    >
      {bot && (
        <Table
          empty="It did not come on these days."
          rows={bot.statuses}
          keyOf={({ status }) => String(status)}
          columns={[
            {
              ...{ head: 'Status', cellClass: 'grow' },
              cell: ({ status }) => (
                <>
                  {status !== null && <span class="mono cc">{status}</span>}
                  <span class="by">{status === null ? 'no status from the source' : MEANINGS[status]}</span>
                </>
              ),
              text: ({ status }) => status,
            },
            { head: 'Visits', class: 'num', cell: ({ count }) => formatCount(count) },
            {
              ...{ head: 'Share', class: 'num', cellClass: 'share' },
              cell: ({ status, count }) => (
                <>
                  {formatShare(count, bot.visits)}
                  {status !== null && <RowRule kind="bot" part={count} most={bot.statuses[0]?.count ?? 0} />}
                </>
              ),
              text: ({ count }) => shareOf(count, bot.visits),
            },
          ]}
        />
      )}
    </Sheet>
  );
}
