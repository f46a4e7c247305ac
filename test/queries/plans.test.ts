import { CompiledQuery, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { hashApiKey } from '../../src/domain/api-key.ts';
import { findKey } from '../../src/queries/api-keys.ts';
import { type Database, openDatabase } from '../../src/queries/database.ts';
import { deleteSiteEvents } from '../../src/queries/delete-events.ts';
import { listEvents } from '../../src/queries/events.ts';
import { countByName } from '../../src/queries/stats.ts';
import { countByBucket } from '../../src/queries/timeseries.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { freshDatabase, onPostgres, openPool } from '../support/fresh-database.ts';
import { botVisit, makeOwner, record, referral } from '../support/makers.ts';
import { between, gather, newSite } from './support.ts';

type Plan = {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Plan[];
};

describe.runIf(onPostgres)('on a server', () => {
  it('every question of a caller is answered from an index, a rare type and a late page too', async () => {
    const db = openPool(await freshDatabase(), 1);
    const site = await fill(db);
    const { key } = await makeOwner(db);
    const range = between('2026-03-01', '2026-04-01');
    const after = { createdAtMs: Date.parse('2026-03-10T10:00:00Z'), id: 2 ** 40 };
    const page = { range, limit: 101 };
    const watched = watchQueries(db);

    await listEvents(watched.db, site, { ...page, type: undefined, after: undefined });
    await listEvents(watched.db, site, { ...page, type: undefined, after });
    await listEvents(watched.db, site, { ...page, type: 'referral', after: undefined });
    await listEvents(watched.db, site, { ...page, type: 'referral', after });
    await countByName(watched.db, site, between('2026-03-09', '2026-03-10'));
    await gather(countByBucket(watched.db, site, between('2026-03-09', '2026-03-10'), 'hour'));
    await findKey(watched.db, hashApiKey(key));
    await deleteSiteEvents(watched.db, (await newSite(db)).id);

    const plans = [];
    for (const query of watched.asked) plans.push(await explain(db, query));
    // a late page skips what lies before it, rather than filter it away
    const late = plans.slice(0, 4).flatMap((plan) => leaves(plan));
    expect(late.map((leaf) => leaf['Index Cond']?.includes('ROW(created_at, id) <'))).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(late.map(({ Filter }) => Filter)).toEqual([undefined, undefined, undefined, undefined]);
    expect(plans.map(scans)).toEqual([
      ['events_pkey'],
      ['events_pkey'],
      ['events_by_type'],
      ['events_by_type'],
      ['site_days_pkey'],
      ['site_hours_pkey'],
      ['accounts_pkey', 'api_keys_key_hash_key'],
      ['events_pkey'],
    ]);
  });

  it('a statement that takes too long is ended', async () => {
    const connection = await freshDatabase();
    const db = openDatabase({ connection, poolSize: 1, statementTimeoutMs: 50 });

    await expect(sql`select pg_sleep(60)`.execute(db)).rejects.toMatchObject({ code: '57014' });

    expect((await sql`select 1 as alive`.execute(db)).rows).toEqual([{ alive: 1 }]);
    await db.destroy();
  });
});

/** Ten sites of 3,000 events in a month, one in a thousand a referral; the first of them. */
async function fill(db: Database) {
  const sites = [];
  for (let n = 0; n < 10; n++) {
    const site = await newSite(db);
    const events = Array.from({ length: 3000 }, (_, minute) => {
      const at = new Date(Date.parse('2026-03-01') + minute * 14 * 60_000).toISOString();
      return minute % 1000 === 500 ? referral(at) : botVisit(at, { botName: `Bot${minute % 40}` });
    });
    await record(db, site, events);
    sites.push(site);
  }
  await sql`insert into accounts (email, plan, created_at)
            select n || '@example.com', 'free', now() from generate_series(1, 5000) n`.execute(db);
  await sql`insert into api_keys (account_id, key_hash, name, last_four, created_at)
            select n, n, '', '', now() from generate_series(1, 5000) n`.execute(db);
  await sql`analyze`.execute(db);
  const [first] = sites;
  if (first === undefined) throw new Error('no site');
  return first;
}

async function explain(db: Database, { sql: text, parameters }: CompiledQuery): Promise<Plan> {
  const query = CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]);
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>(query);
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('no plan');
  return plan;
}

/** The index of each scan, in the order of the names; a table that is read as a whole is named as such. */
function scans(plan: Plan): readonly string[] {
  return leaves(plan)
    .map((leaf) => leaf['Index Name'] ?? `${leaf['Node Type']} of ${leaf['Relation Name'] ?? '?'}`)
    .toSorted();
}

function leaves(plan: Plan): readonly Plan[] {
  return plan.Plans === undefined ? [plan] : plan.Plans.flatMap(leaves);
}
