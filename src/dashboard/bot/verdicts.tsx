import { formatCount, formatShare, shareOf } from '../numbers.ts';
import { RefusedPart } from '../parts/refused.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Table } from '../parts/table.tsx';
import { type Day, formatDay } from '../time/days.ts';
import { FIRST_ROW_HEIGHT } from './about.tsx';
import type { ProfiledBot, LoadedBot } from './profile.ts';

const VERDICTS = [
  { field: 'signed', name: 'Signed', why: 'a valid signature of its operator', shade: 1 },
  { field: 'verified', name: 'Verified', why: 'the address is in the list of its operator', shade: 0.72 },
  { field: 'outside', name: 'Outside the list', why: 'the address is not in it', shade: 0.5 },
  { field: 'noList', name: 'No list published', why: 'or it could not be read at the time', shade: 0.32 },
  { field: 'unknown', name: 'Unknown address', why: 'the source gave no address', shade: 0.16 },
] as const;

type Props = {
  readonly bot: LoadedBot;
  /** Null if it was refused. */
  readonly coverage: CoverageFacts | null | undefined;
  readonly today: Day;
  readonly place?: string;
};

type CoverageFacts = { readonly factsSince: string | null; readonly signaturesSince: string | null };

/** Whether the visits are shown to be of the bot's operator. */
export function VerdictsSheet({ bot, coverage, today, place = 'c-7' }: Props) {
  return (
    <Sheet
      title="Was it really this bot?"
      hint="By its signature, or else by its address"
      place={place}
      height={FIRST_ROW_HEIGHT}
      hasCsv={bot?.visits !== 0}
    >
      {bot &&
        (bot.visits === 0 ? (
          <p class="say">It did not come on these days.</p>
        ) : (
          <>
            <Shades bot={bot} />
            <VerdictTable bot={bot} />
            <p class="say">
              {(bot.purpose === 'USER' || bot.purpose === 'AGENT') &&
                'It comes when a person asks for a page, and some bots of this kind run on that person’s own device: “outside” does not mean fake. '}
              {signatureWords(bot)}
              {coverage && <Coverage {...coverage} today={today} />}
            </p>
            {coverage === null && <RefusedPart />}
          </>
        ))}
    </Sheet>
  );
}

type Seen = { readonly bot: ProfiledBot };

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
    <Table
      class="verdicts"
      hasHiddenHeads
      rows={VERDICTS}
      keyOf={({ field }) => field}
      foot={[{ name: 'Total', cells: [formatCount(visits), <data value={1}>100%</data>] }]}
      columns={[
        {
          ...{ head: 'Where from', cellClass: 'grow' },
          cell: ({ name, why, shade }) => (
            <>
              <svg class="kind-bot sw" viewBox="0 0 9 9" aria-hidden="true">
                <rect width="9" height="9" rx="1.5" fill="currentColor" opacity={shade} />
              </svg>
              <span class="name">{name}</span>
              <span class="by">{why}</span>
            </>
          ),
          text: ({ name }) => name,
        },
        { head: 'Visits', class: 'num', cell: ({ field }) => formatCount(verification[field]) },
        {
          head: 'Share',
          class: 'num share',
          cell: ({ field }) => formatShare(verification[field], visits),
          text: ({ field }) => shareOf(verification[field], visits),
        },
      ]}
    />
  );
}

/** What the signatures are that do not count. */
function signatureWords({ signatures: { expired, invalid, unknownKey, unchecked } }: ProfiledBot): string {
  const all = expired + invalid + unknownKey + unchecked;
  if (all === 0) return '';
  const kinds = [
    expired > 0 && `${formatCount(expired)} expired`,
    invalid > 0 && `${formatCount(invalid)} invalid`,
    unknownKey > 0 && `${formatCount(unknownKey)} by a key that is not known here`,
    unchecked > 0 && `${formatCount(unchecked)} of what was not recorded`,
  ];
  const signatures = all === 1 ? '1 signature proves' : `${formatCount(all)} signatures prove`;
  return `${signatures} nothing: ${kinds.filter(Boolean).join(', ')}. Such a visit counts by its address. `;
}

/** Since when there is something to know. */
function Coverage({ factsSince, signaturesSince, today }: CoverageFacts & { readonly today: Day }) {
  if (factsSince === null)
    return <>No visit to this site was recorded with an address, a status or a size.</>;
  const dayOf = (instant: string) => formatDay(instant.slice(0, 10), today);
  return (
    <>
      Addresses are compared, and statuses and sizes recorded, since {dayOf(factsSince)}
      {signaturesSince !== null && <>; the first signature came on {dayOf(signaturesSince)}</>}. What is not
      known of earlier visits is counted as unknown.
    </>
  );
}
