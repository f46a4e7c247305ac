import { type Kysely, type Transaction, sql } from 'kysely';
import type { AlertKind } from '../domain/alert.ts';
import type { ChannelKind } from '../domain/channel.ts';
import type { Database } from '../database/database.ts';
import { readAccess } from '../database/query.ts';
import { epochMs, sqlInstant } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

/** A channel as it is stored. What is encrypted is opened by `operations/delivery/sealed-channel.ts`. */
export type StoredChannel = {
  readonly id: number;
  readonly accountId: number;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly sealedTarget: string;
  /** Of a webhook; null for the other kinds. */
  readonly sealedSecret: string | null;
  /** The secret before, which signs too, until its time is over. */
  readonly sealedOldSecret: string | null;
  readonly oldSecretUntilMs: number | null;
  /** Of the links in mails; null for the other kinds. */
  readonly sealedToken: string | null;
  /** Null while the receiver of mails has not confirmed. */
  readonly confirmedAtMs: number | null;
  readonly isEnabled: boolean;
  readonly kinds: readonly AlertKind[];
  /** Null for all. */
  readonly siteIds: readonly string[] | null;
  readonly sendsDigest: boolean;
};

/** Of the table `channels as c`. */
const COLUMNS = sql`
  c.id, c.account_id as "accountId", c.kind, c.name, c.target as "sealedTarget", c.secret as "sealedSecret",
  c.old_secret as "sealedOldSecret", ${epochMs(sql.ref('c.old_secret_until'))} as "oldSecretUntilMs",
  c.token as "sealedToken", ${epochMs(sql.ref('c.confirmed_at'))} as "confirmedAtMs", c.is_enabled as "isEnabled",
  c.alert_kinds as kinds, c.alert_site_ids as "siteIds", c.sends_digest as "sendsDigest"`;

const LIST_CHANNELS = statement(
  'list_channels',
  (_, param: Param<{ accountId: number }>) => sql<StoredChannel>`
    select ${COLUMNS} from channels as c
    where c.account_id = ${param('accountId')}::bigint order by c.id`,
);

/** The channels of an account, oldest first. */
export async function listChannels(db: Database, accountId: number): Promise<readonly StoredChannel[]> {
  return readAccess(db, LIST_CHANNELS({ accountId }));
}

const LIST_CHANNELS_BY_ID = statement(
  'list_channels_by_id',
  (_, param: Param<{ ids: readonly number[] }>) => sql<StoredChannel & { readonly email: string }>`
    select ${COLUMNS}, a.email from channels as c
    join accounts as a on a.id = c.account_id and a.deleted_at is null
    where c.id = any(${param('ids')}::bigint[]) order by c.id`,
);

/** The channels with these ids, oldest first, with the addresses of their accounts; one whose account was deleted is left out. */
export async function listChannelsById(
  db: Database,
  ids: readonly number[],
): Promise<readonly (StoredChannel & { readonly email: string })[]> {
  return readAccess(db, LIST_CHANNELS_BY_ID({ ids }));
}

/** The channel with the id, whoever has it. */
export async function findChannel(db: Kysely<Tables>, id: number): Promise<StoredChannel | undefined> {
  const { rows } = await sql<StoredChannel>`
    select ${COLUMNS} from channels as c where c.id = ${id}`.execute(db);
  return rows[0];
}

/** The same, which nobody else changes before the transaction ends. */
export async function lockChannel(tx: Transaction<Tables>, id: number): Promise<StoredChannel | undefined> {
  const { rows } = await sql<StoredChannel>`
    select ${COLUMNS} from channels as c where c.id = ${id} for no key update`.execute(tx);
  return rows[0];
}

const FIND_CHANNEL_BY_TOKEN = statement(
  'find_channel_by_token',
  (_, param: Param<{ tokenHash: string }>) => sql<StoredChannel>`
    select ${COLUMNS} from channels as c where c.token_hash = ${param('tokenHash')}`,
);

/** The channel to which the links in a mail belong. */
export async function findChannelByToken(
  db: Database,
  tokenHash: string,
): Promise<StoredChannel | undefined> {
  const [found] = await readAccess(db, FIND_CHANNEL_BY_TOKEN({ tokenHash }));
  return found;
}

export async function countChannels(tx: Kysely<Tables>, accountId: number): Promise<number> {
  const row = await tx
    .selectFrom('channels')
    .select((eb) => eb.fn.countAll<number>().as('channels'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.channels;
}

/** The id of the next channel, by which its secrets are encrypted. */
export async function nextChannelId(tx: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('channels', 'id')) as id`.execute(tx);
  const [next] = rows;
  if (next === undefined) throw new Error('the sequence of the channels has no next value');
  return next.id;
}

export async function insertChannel(
  tx: Kysely<Tables>,
  { tokenHash, ...channel }: StoredChannel & { readonly tokenHash: string | null },
): Promise<void> {
  await tx
    .insertInto('channels')
    .values({
      id: channel.id,
      account_id: channel.accountId,
      kind: channel.kind,
      name: channel.name,
      target: channel.sealedTarget,
      secret: channel.sealedSecret,
      token: channel.sealedToken,
      token_hash: tokenHash,
      confirmed_at: channel.confirmedAtMs === null ? null : sqlInstant(channel.confirmedAtMs),
      is_enabled: channel.isEnabled,
      alert_kinds: channel.kinds,
      alert_site_ids: channel.siteIds,
      sends_digest: channel.sendsDigest,
    })
    .execute();
}

/** What an owner may change, and what an answer or a mail decides. */
export type ChannelChange = Partial<
  Pick<StoredChannel, 'name' | 'kinds' | 'siteIds' | 'sendsDigest' | 'isEnabled' | 'confirmedAtMs'>
>;

export async function updateChannel(db: Kysely<Tables>, id: number, change: ChannelChange): Promise<void> {
  const { name, kinds, siteIds, sendsDigest, isEnabled, confirmedAtMs } = change;
  await db
    .updateTable('channels')
    .set({
      ...(name !== undefined && { name }),
      ...(kinds !== undefined && { alert_kinds: kinds }),
      ...(siteIds !== undefined && { alert_site_ids: siteIds }),
      ...(sendsDigest !== undefined && { sends_digest: sendsDigest }),
      ...(isEnabled !== undefined && { is_enabled: isEnabled }),
      ...(confirmedAtMs !== undefined && {
        confirmed_at: confirmedAtMs === null ? null : sqlInstant(confirmedAtMs),
      }),
    })
    .where('id', '=', id)
    .execute();
}

/** Puts another secret in the place of one, which signs too until an instant. */
export async function rotateSecret(
  tx: Kysely<Tables>,
  id: number,
  secrets: { readonly sealed: string; readonly sealedOld: string; readonly oldUntilMs: number },
): Promise<void> {
  await tx
    .updateTable('channels')
    .set({
      secret: secrets.sealed,
      old_secret: secrets.sealedOld,
      old_secret_until: sqlInstant(secrets.oldUntilMs),
    })
    .where('id', '=', id)
    .execute();
}

export async function deleteChannel(tx: Kysely<Tables>, id: number): Promise<void> {
  await tx.deleteFrom('channels').where('id', '=', id).execute();
}

export async function deleteChannelsOf(tx: Kysely<Tables>, accountId: number): Promise<void> {
  await tx.deleteFrom('channels').where('account_id', '=', accountId).execute();
}

/** The ids of an account's channels that want its digest and may be sent it. */
export async function listDigestChannels(db: Kysely<Tables>, accountId: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('channels')
    .select('id')
    .where('account_id', '=', accountId)
    .where('sends_digest', '=', true)
    .where('is_enabled', '=', true)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Notes since when attempts fail, or that they no longer do. */
export async function markFailing(db: Kysely<Tables>, id: number, sinceMs: number | null): Promise<void> {
  await db
    .updateTable('channels')
    .set({ failing_since: sinceMs === null ? null : sqlInstant(sinceMs) })
    .where('id', '=', id)
    .where('failing_since', sinceMs === null ? 'is not' : 'is', null)
    .execute();
}
