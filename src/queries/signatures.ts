import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { ALL_TIME } from '../domain/date-range.ts';
import { formatInstant } from '../domain/time.ts';
import type { SignatureState } from '../domain/signature.ts';
import type { Readable } from '../database/at-one-moment.ts';
import { readLong } from '../database/query.ts';
import { epochMs, timestamptz } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { BotOfSite } from './bot-visits.ts';

type Values = {
  readonly siteId: string;
  readonly botName: string;
  readonly from: string;
  readonly until: string;
};

/** Visits whose signatures came out the same way. */
export type ProofCount = {
  readonly state: SignatureState;
  readonly signer: string | null;
  readonly visits: number;
};

/** Only the visits that carry a signature are read. */
const COUNT_PROOFS = statement(
  'count_proofs',
  (_, param: Param<Values>) => sql<ProofCount>`
    select case when signature = 'signed' then 'valid' else signature end as state, signer, count(*) as visits
    from events
    where site_id = ${param('siteId')} and signature is not null and type = 'bot' and bot_name = ${param('botName')}
      and created_at >= ${timestamptz(param('from'))} and created_at < ${timestamptz(param('until'))}
    group by 1, 2
    order by visits desc, signer collate "C"`,
);

/** The visits of a bot that carry a signature, by what it proves; the largest count first. */
export async function countProofs(
  db: Readable,
  { site, botName }: BotOfSite,
  range: TimeRange,
): Promise<readonly ProofCount[]> {
  return readLong(db, COUNT_PROOFS({ ...boundsOf(site, range), botName }), site.accountId);
}

const FIRST_SIGNED = statement(
  'first_signed_event',
  (_, param: Param<Omit<Values, 'botName'>>) => sql<{ readonly createdAtMs: number }>`
    select ${epochMs(sql.ref('created_at'))} as "createdAtMs" from events
    where site_id = ${param('siteId')} and signature is not null
      and created_at >= ${timestamptz(param('from'))} and created_at < ${timestamptz(param('until'))}
    order by created_at limit 1`,
);

/** When the first visit happened that carries a signature; undefined if there is none. */
export async function findFirstSigned(db: Readable, site: AccessibleSite): Promise<number | undefined> {
  return (await readLong(db, FIRST_SIGNED(boundsOf(site, ALL_TIME)), site.accountId))[0]?.createdAtMs;
}

function boundsOf(site: AccessibleSite, { fromMs, untilMs }: TimeRange) {
  return { siteId: site.id, from: formatInstant(fromMs), until: formatInstant(untilMs) };
}
