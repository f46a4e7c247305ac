import { formatCount, formatShare } from '../numbers.ts';
import { Nothing } from '../parts/ledger.tsx';
import { RefusedPart } from '../parts/refused.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { type Day, formatDay } from '../time/days.ts';
import type { Profile } from './profile.ts';

const VERDICTS = [
  { field: 'verified', name: 'Verified', why: 'the address is in the list of its operator', shade: 1 },
  { field: 'outside', name: 'Outside the list', why: 'the address is not in it', shade: 0.66 },
  { field: 'noList', name: 'No list published', why: 'or it could not be read at the time', shade: 0.42 },
  { field: 'unknown', name: 'Unknown address', why: 'the source gave no address', shade: 0.24 },
] as const;

type Props = {
  readonly bot: Profile;
  /** Null if it was refused. */
  readonly coverage: { readonly factsSince: string | null } | null | undefined;
  readonly today: Day;
};

/** Whether the visits came from addresses of the bot's operator. */
export function Verdicts({ bot, coverage, today }: Props) {
  return (
    <Sheet title="Was it really this bot?" hint="By the address each visit came from" place="c-7">
      {bot &&
        (bot.visits === 0 ? (
          <Nothing what="It did not come in these days." />
        ) : (
          <>
            <Shades bot={bot} />
            <VerdictTable bot={bot} />
            <p class="say">
              {(bot.purpose === 'USER' || bot.purpose === 'AGENT') &&
                'It comes when a person asks for a page, and some bots of this kind run on that person’s own device: “outside” does not mean fake. '}
              {coverage && <Coverage {...coverage} today={today} />}
            </p>
            {coverage === null && <RefusedPart />}
          </>
        ))}
    </Sheet>
  );
}

type Seen = { readonly bot: NonNullable<Profile> };

/** One bar for all visits, in parts by verdict; the table says the same in figures. */
function Shades({ bot: { verification, visits } }: Seen) {
  const percentOf = (count: number) => (100 * count) / visits;
  const parts = VERDICTS.map(({ field, shade }, index) => ({
    field,
    shade,
    width: percentOf(verification[field]),
    left: VERDICTS.slice(0, index).reduce((sum, before) => sum + percentOf(verification[before.field]), 0),
  }));
  return (
    <div class="purposes bare">
      <svg aria-hidden="true">
        {parts.map(
          ({ field, shade, left, width }) =>
            width > 0 && (
              <rect
                key={field}
                x={`${left.toFixed(2)}%`}
                width={`${Math.max(0.2, width - 0.4).toFixed(2)}%`}
                height="100%"
                fill="currentColor"
                opacity={shade}
              />
            ),
        )}
      </svg>
    </div>
  );
}

function VerdictTable({ bot: { verification, visits } }: Seen) {
  return (
    <table class="ledger verdicts">
      <thead class="sr">
        <tr>
          <th scope="col">Verdict</th>
          <th scope="col">Visits</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {VERDICTS.map(({ field, name, why, shade }) => (
          <tr key={field}>
            <th scope="row" class="grow">
              <svg class="kind-bot sw" viewBox="0 0 9 9" aria-hidden="true">
                <rect width="9" height="9" rx="1.5" fill="currentColor" opacity={shade} />
              </svg>
              <span class="name">{name}</span>
              <span class="by">{why}</span>
            </th>
            <td class="num">{formatCount(verification[field])}</td>
            <td class="num share">{formatShare(verification[field], visits)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Together</th>
          <td class="num">{formatCount(visits)}</td>
          <td class="num share">100%</td>
        </tr>
      </tfoot>
    </table>
  );
}

type CoverageProps = { readonly factsSince: string | null; readonly today: Day };

/** Since when there is something to know. */
function Coverage({ factsSince, today }: CoverageProps) {
  if (factsSince === null)
    return <>No visit to this site was recorded with an address, a status or a size.</>;
  return (
    <>
      Verdicts, statuses and sizes are recorded since {formatDay(factsSince.slice(0, 10), today)}. Those of
      earlier visits are unknown.
    </>
  );
}
