import { formatCount, formatShare } from '../numbers.ts';
import { Heads, Nothing } from '../parts/ledger.tsx';
import { Rule } from '../parts/rule.tsx';
import { Sheet } from '../parts/sheet.tsx';
import type { Profile } from './profile.ts';

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
export function Answers({ bot }: { readonly bot: Profile }) {
  const errors = bot && bot.visits > 0 && bot.statuses.some(({ status }) => status !== null);
  return (
    <Sheet
      title="Answers it got"
      {...(errors && {
        hint: `${formatCount(bot.failed)} errors, ${formatShare(bot.failed, bot.visits)} of all visits`,
      })}
    >
      {bot &&
        (bot.statuses.length === 0 ? (
          <Nothing what="It did not come in these days." />
        ) : (
          <StatusTable bot={bot} />
        ))}
    </Sheet>
  );
}

function StatusTable({ bot: { statuses, visits } }: { readonly bot: NonNullable<Profile> }) {
  return (
    <table class="ledger">
      <thead>
        <tr>
          <th scope="col">Status</th>
          <Heads names={['Visits', 'Share']} />
        </tr>
      </thead>
      <tbody>
        {statuses.map(({ status, count }) => (
          <tr key={status ?? 'none'}>
            <th scope="row" class="grow">
              {status !== null && <span class="mono cc">{status}</span>}
              <span class="by">{status === null ? 'no status from the source' : MEANINGS[status]}</span>
            </th>
            <td class="num">{formatCount(count)}</td>
            <td class="num share">
              {formatShare(count, visits)}
              {status !== null && <Rule kind="bot" part={count} most={statuses[0]?.count ?? 0} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
