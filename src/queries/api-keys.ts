import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { KeyReach } from '../domain/api-key.ts';
import type { Plan } from '../domain/plan.ts';
import type { Exclusions } from '../domain/exclusions.ts';
import { type Site, mayBeSiteId } from '../domain/site.ts';
import type { Database } from '../database/database.ts';
import { readAccess } from '../database/query.ts';
import { epochMs, sqlInstant } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

/** What authentication needs to know of a key, whatever it may do. */
export type KnownKey = {
  readonly keyId: number;
  readonly accountId: number;
  /** Null if the account was deleted. */
  readonly plan: Plan | null;
  readonly revoked: boolean;
  readonly lastUsedAtMs: number | null;
  readonly reach: KeyReach;
};

/** A key and the site that the request names, in one read. */
export type KeyRecord = KnownKey & {
  /** The site of the id, whoever owns it; undefined without an id, or if there is no such site. */
  readonly site: Site | undefined;
  /** What that site excludes, for a key that records; undefined for others. */
  readonly exclusions: Exclusions | undefined;
};

export type ApiKey = {
  readonly id: number;
  readonly name: string;
  readonly lastFour: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
  readonly revokedAtMs: number | null;
  readonly reach: KeyReach;
  /** What is known of its senders, without the secret; null for a key that does not drain. */
  readonly drain: {
    readonly isSigned: boolean;
    readonly verifyCode: string | null;
    readonly audience: string | null;
  } | null;
};

type Values = { readonly keyHash: string; readonly siteId: string | null };

const FIND_KEY = statement('find_key', (db, param: Param<Values>) =>
  selectKeyWithSite(db, param('siteId')).where('k.key_hash', '=', param('keyHash')),
);

/** The key with this hash, the plan of its account, whether it was revoked, and the site with the id. */
export async function findKey(
  db: Database,
  keyHash: string,
  siteId?: string,
): Promise<KeyRecord | undefined> {
  const storable = siteId !== undefined && mayBeSiteId(siteId) ? siteId : null;
  const [row] = await readAccess(db, FIND_KEY({ keyHash, siteId: storable }));
  return row && withSite(row);
}

/** A key that may drain, the site that it drains to, and how its senders prove who they are; all in one read. */
export type DrainKeyRecord = KeyRecord & {
  /** As it is stored: encrypted. Null, as the next, if it is not set. */
  readonly signatureSecret: string | null;
  readonly verifyCode: string | null;
  readonly audience: string | null;
};

const FIND_DRAIN_KEY = statement('find_drain_key', (db, param: Param<{ keyHash: string }>) =>
  selectKeyWithSite(db, sql.ref('k.collect_site_id'))
    .select([
      'k.signature_secret as signatureSecret',
      'k.verify_code as verifyCode',
      'k.audience as audience',
    ])
    .where('k.key_hash', '=', param('keyHash')),
);

/** The key with this hash and what `findKey` finds of it, with the site that it is bound to. */
export async function findDrainKey(db: Database, keyHash: string): Promise<DrainKeyRecord | undefined> {
  const [row] = await readAccess(db, FIND_DRAIN_KEY({ keyHash }));
  return row && withSite(row);
}

/** Stores when a key was used, unless a later use is stored already. */
export async function markKeyUsed(db: Database, keyId: number, atMs: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: sqlInstant(atMs) })
    .where('id', '=', keyId)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', sqlInstant(atMs))]))
    .execute();
}

/** How many keys of the account were not revoked. */
export async function countKeys(db: Kysely<Tables>, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('keys'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.keys;
}

export async function insertKey(
  db: Kysely<Tables>,
  key: {
    readonly accountId: number;
    readonly keyHash: string;
    readonly name: string;
    readonly lastFour: string;
    readonly createdAtMs: number;
    readonly reach: KeyReach;
  },
): Promise<number> {
  const row = await db
    .insertInto('api_keys')
    .values({
      account_id: key.accountId,
      key_hash: key.keyHash,
      name: key.name,
      last_four: key.lastFour,
      created_at: sqlInstant(key.createdAtMs),
      // also of a key that drains, which a server of an earlier release takes for one that collects
      collect_site_id: key.reach.siteId,
      drains: key.reach.scope === 'drain',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The account's keys, oldest first. */
export async function listKeys(db: Database, accountId: number): Promise<readonly ApiKey[]> {
  return (await selectKeys(db).where('account_id', '=', accountId).orderBy('id').execute()).map(asApiKey);
}

/** A key with its account. */
export type OwnedKey = ApiKey & { readonly accountId: number };

/** The key with this id, in whatever account. */
export async function findKeyById(db: Kysely<Tables>, keyId: number): Promise<OwnedKey | undefined> {
  const row = await selectKeys(db)
    .select('account_id as accountId')
    .where('id', '=', keyId)
    .executeTakeFirst();
  return row && asApiKey(row);
}

export async function updateKeyName(db: Kysely<Tables>, keyId: number, name: string): Promise<void> {
  await db.updateTable('api_keys').set({ name }).where('id', '=', keyId).execute();
}

/** Stores how the senders of a key that drains prove who they are; the secret is encrypted. */
export async function updateDrain(
  db: Kysely<Tables>,
  keyId: number,
  drain: Pick<DrainKeyRecord, 'signatureSecret' | 'verifyCode' | 'audience'>,
): Promise<void> {
  const { signatureSecret, verifyCode, audience } = drain;
  await db
    .updateTable('api_keys')
    .set({ signature_secret: signatureSecret, verify_code: verifyCode, audience })
    .where('id', '=', keyId)
    .execute();
}

/** Revokes a key, unless it was revoked before. */
export async function markKeyRevoked(db: Kysely<Tables>, keyId: number, atMs: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: sqlInstant(atMs) })
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .execute();
}

function selectKeyWithSite(db: Kysely<Tables>, siteId: RawBuilder<string | null>) {
  return db
    .selectFrom('api_keys as k')
    .leftJoin('accounts as a', (join) =>
      join.onRef('a.id', '=', 'k.account_id').on('a.deleted_at', 'is', null),
    )
    .leftJoin('sites as s', (join) => join.on('s.id', '=', siteId))
    .select((eb) => [
      'k.id as keyId',
      'k.account_id as accountId',
      'a.plan as plan',
      eb('k.revoked_at', 'is not', null).$castTo<boolean>().as('revoked'),
      epochMs(eb.ref('k.last_used_at')).$castTo<number | null>().as('lastUsedAtMs'),
      'k.collect_site_id as boundSiteId',
      'k.drains as drains',
      's.id as siteId',
      eb.ref('s.account_id').$notNull().as('siteAccountId'),
      eb.ref('s.domain').$notNull().as('domain'),
      eb.ref('s.name').$notNull().as('name'),
      epochMs(eb.ref('s.created_at')).as('createdAtMs'),
      // null, like nothing, for keys that read: they need neither
      ifRecording('s.excluded_addresses').as('excludedAddresses'),
      ifRecording('s.excluded_paths').as('excludedPaths'),
    ]);
}

function ifRecording(column: string) {
  return sql<readonly string[] | null>`case when k.collect_site_id is not null then ${sql.ref(column)} end`;
}

type SiteColumns = {
  readonly siteId: string | null;
  readonly siteAccountId: number;
  readonly domain: string;
  readonly name: string;
  readonly createdAtMs: number;
  readonly excludedAddresses: readonly string[] | null;
  readonly excludedPaths: readonly string[] | null;
};

/** The row with its site, undefined if it has none, and with what the key may do. */
function withSite<Row extends StoredReach & SiteColumns>(row: Row) {
  const { siteId: id, siteAccountId: accountId, domain, name, createdAtMs, ...others } = row;
  const { excludedAddresses: addresses, excludedPaths: paths, ...key } = others;
  const site = id === null ? undefined : { id, accountId, domain, name, createdAtMs };
  const excluded = { addresses: addresses ?? [], paths: paths ?? [] };
  return { ...withReach(key), site, exclusions: key.boundSiteId === null ? undefined : excluded };
}

function selectKeys(db: Kysely<Tables>) {
  return db
    .selectFrom('api_keys')
    .select((eb) => [
      'id',
      'name',
      'last_four as lastFour',
      epochMs(eb.ref('created_at')).as('createdAtMs'),
      epochMs(eb.ref('last_used_at')).$castTo<number | null>().as('lastUsedAtMs'),
      epochMs(eb.ref('revoked_at')).$castTo<number | null>().as('revokedAtMs'),
      'collect_site_id as boundSiteId',
      'drains',
      eb('signature_secret', 'is not', null).$castTo<boolean>().as('isSigned'),
      'verify_code as verifyCode',
      'audience',
    ]);
}

type DrainColumns = StoredReach & NonNullable<ApiKey['drain']>;

/** The row with what is known of its senders in one place. */
function asApiKey<Row extends DrainColumns>({ isSigned, verifyCode, audience, ...row }: Row) {
  const drain = row.drains ? { isSigned, verifyCode, audience } : null;
  return { ...withReach(row), drain };
}

type StoredReach = { readonly boundSiteId: string | null; readonly drains: boolean };

/** The row with what the key may do, in place of the columns that say so. */
function withReach<Row extends StoredReach>({
  boundSiteId: siteId,
  drains,
  ...key
}: Row): Omit<Row, keyof StoredReach> & { readonly reach: KeyReach } {
  const reach =
    siteId === null
      ? ({ scope: 'read', siteId } as const)
      : ({ scope: drains ? 'drain' : 'collect', siteId } as const);
  return { ...key, reach };
}

const FIND_REVOKED_KEYS = statement(
  'find_revoked_keys',
  (_, param: Param<{ ids: readonly number[] }>) => sql<{ readonly id: number }>`
    select id from api_keys where id = any(${param('ids')}::bigint[]) and revoked_at is not null`,
);

/** Which of the keys were revoked. */
export async function findRevokedKeys(db: Database, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  return new Set((await readAccess(db, FIND_REVOKED_KEYS({ ids }))).map(({ id }) => id));
}
