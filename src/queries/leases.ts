import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { execute, read, readLong } from '../database/query.ts';
import { type Param, statement } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';

/** What one process at a time has, until it returns it or stops renewing it. */
export type Lease = { readonly name: string; readonly holder: string };

/** A process that leases answers requests, or it only records. The name of a holder begins with this word. */
export type HolderKind = 'server' | 'recorder';

type Term = { readonly holder: string; readonly seconds: number };

const LOCK_LEASES = statement(
  'lock_leases',
  () => sql`select pg_advisory_xact_lock(hashtextextended('leases', 0))`,
);

/** The clock of the database decides, since those of machines differ. It goes on while the lock is awaited. */
const TAKE_LEASE = statement(
  'take_lease',
  (_, param: Param<Term & { names: readonly string[] }>) => sql<{ name: string }>`
    insert into leases (name, holder, expires_at)
    select wanted.name, ${param('holder')}::text,
           clock_timestamp() + make_interval(secs => ${param('seconds')}::int)
    from unnest(${param('names')}::text[]) with ordinality as wanted (name, place)
    where not exists (
      select from leases as held where held.name = wanted.name and held.expires_at > clock_timestamp()
    )
    order by wanted.place limit 1
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
    returning name`,
);

const RENEW_LEASE = statement(
  'renew_lease',
  (_, param: Param<Term & Lease>) => sql`
    update leases set expires_at = clock_timestamp() + make_interval(secs => ${param('seconds')}::int)
    where name = ${param('name')} and holder = ${param('holder')}`,
);

const RETURN_LEASE = statement(
  'return_lease',
  (_, param: Param<Lease>) => sql`
    delete from leases where name = ${param('name')} and holder = ${param('holder')}`,
);

const END_LEASES = statement(
  'end_leases',
  (_, param: Param<{ holder: string }>) => sql`
    update leases set expires_at = clock_timestamp() where holder = ${param('holder')}`,
);

const COUNT_HOLDERS = statement(
  'count_holders',
  (_, param: Param<{ kind: HolderKind }>) => sql<{ holders: number }>`
    select count(distinct holder) as holders from leases
    where split_part(holder, ' ', 1) = ${param('kind')} and expires_at > clock_timestamp()`,
);

const FIND_LEASE = statement(
  'find_lease',
  (_, param: Param<{ name: string }>) => sql<{ isHeld: boolean }>`
    select expires_at > clock_timestamp() as "isHeld" from leases where name = ${param('name')}`,
);

/**
 * Leases the first of these names that nobody else holds, and returns it; undefined if others hold all of them. No two
 * processes get the same one.
 */
export async function takeLease(
  db: Database,
  names: readonly string[],
  term: Term,
): Promise<string | undefined> {
  return inTransaction(db, async (tx) => {
    await execute(tx, LOCK_LEASES({}));
    const { rows } = await execute(tx, TAKE_LEASE({ names, ...term }));
    return rows[0]?.name;
  });
}

/** Holds a lease for another term, from now on; false if somebody else has taken it since it expired. */
export async function renewLease(db: Database, lease: Lease, seconds: number): Promise<boolean> {
  const { rowCount } = await execute(db, RENEW_LEASE({ ...lease, seconds }));
  return rowCount > 0;
}

/** Returns a lease, unless somebody else has taken it since it expired. */
export async function returnLease(db: Database, lease: Lease): Promise<void> {
  await execute(db, RETURN_LEASE(lease));
}

/**
 * Ends the terms of a process that is gone, so that others need not wait for that. Its leases count as left, and not as
 * returned: what it was doing is not done.
 */
export async function endLeases(db: Database, holder: string): Promise<void> {
  await execute(db, END_LEASES({ holder }));
}

/**
 * How many processes of this kind hold a lease now, or were killed less than a term ago. It reads on a connection that is
 * closed when nobody needs it, for processes that read nothing else.
 */
export async function countHolders(db: Database, kind: HolderKind): Promise<number> {
  const [found] = await readLong(db, COUNT_HOLDERS({ kind }), 'service');
  return found?.holders ?? 0;
}

/** Whether a lease is held, was left to expire by a process that is gone, or was returned. */
export async function findLeaseState(db: Database, name: string): Promise<'held' | 'expired' | 'returned'> {
  const [found] = await read(db, FIND_LEASE({ name }));
  if (found === undefined) return 'returned';
  return found.isHeld ? 'held' : 'expired';
}
