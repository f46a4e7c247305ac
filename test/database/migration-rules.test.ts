import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrator.ts';
import { emptyDatabase, onCitus } from '../support/fresh-database.ts';

/** Everything that is sent to migrate an empty database, in one line each. */
async function migrateEmpty() {
  const sent: string[] = [];
  const db = openDatabase({
    connection: await emptyDatabase(),
    poolSize: 1,
    statementTimeoutMs: 60_000,
    onQuery: ({ text }) => sent.push(text.replaceAll(/\s+/g, ' ').trim().toLowerCase()),
  });
  onTestFinished(() => db.destroy());
  await migrate(db);
  return { db, sent };
}

/** What reads all rows of a table that exists, under a lock that nobody else can read or write under. */
function readsAllRows(text: string): boolean {
  if (!text.startsWith('alter table')) return false;
  const constrains =
    /\badd (constraint|check|foreign key|unique|primary key|exclude)\b|\badd column\b.*\b(check|references|unique)\b/;
  return (constrains.test(text) && !text.endsWith('not valid')) || /\bset not null\b/.test(text);
}

it('no migration adds a constraint to a table that exists without NOT VALID', async () => {
  const { sent } = await migrateEmpty();

  expect(sent.filter((text) => text.startsWith('alter table')).length).toBeGreaterThan(5);
  expect(sent.filter(readsAllRows)).toEqual([]);
});

it.each([
  [`alter table events add constraint c check (verdict in ('a', 'b'))`, true],
  [`alter table events add constraint c check (verdict in ('a', 'b')) not valid`, false],
  [`alter table events add column verdict text check (verdict in ('a', 'b'))`, true],
  [`alter table sites add foreign key (account_id) references accounts`, true],
  [`alter table events alter column country set not null`, true],
  [`alter table events add column status smallint, add column bytes bigint not null default 0`, false],
  [`create table events (type text not null check (type in ('bot')))`, false],
])('of %j it is said whether all rows are read: %j', (text, reads) => {
  expect(readsAllRows(text)).toBe(reads);
});

// the catalog of Citus has constraints of its own
it.skipIf(onCitus)('what was added so is valid in the end, but checked after the migrations', async () => {
  const { db, sent } = await migrateEmpty();

  const validating = 'alter table "events" validate constraint "events_verdict_check"';
  expect(sent.indexOf(validating)).toBeGreaterThan(sent.lastIndexOf('commit'));
  expect(sent).toContain('commit');
  const { rows } = await sql`select conname from pg_constraint where not convalidated`.execute(db);
  expect(rows).toEqual([]);
  await expect(
    sql`insert into events (site_id, created_at, type, page_path, country, verdict)
        values ('a', now(), 'bot', '/', 'DE', 'perhaps')`.execute(db),
  ).rejects.toThrow('events_verdict_check');
});
