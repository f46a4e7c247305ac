import { sql } from 'kysely';
import { formatDate } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { execute } from '../database/query.ts';
import { epochMsOfDay, sqlDate } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';

/** What clients are known by on one day. */
export type DaySecret = { readonly id: string; readonly secret: string };

/** The start of a UTC day, in milliseconds since 1970, and a secret for it if it has none yet. */
export type ProposedSecret = { readonly dayMs: number; readonly secret: string };

type Proposed = { readonly days: readonly string[]; readonly secrets: readonly string[] };

/** One that another process is making is waited for, and returned. */
const ENSURE_SECRETS = statement(
  'ensure_visitor_secrets',
  (_, param: Param<Proposed>) => sql<DaySecret & { readonly dayMs: number }>`
    insert into visitor_secrets (day, secret)
    select day, secret from unnest(${param('days')}::date[], ${param('secrets')}::text[]) as proposed (day, secret)
    order by day
    on conflict (day) do update set day = excluded.day
    returning ${epochMsOfDay(sql.ref('day'))} as "dayMs", id, secret`,
);

const DELETE_SECRETS = statement(
  'delete_visitor_secrets',
  (_, param: Param<{ readonly before: string }>) => sql`
    delete from visitor_secrets where day < ${sqlDate(param('before'))}`,
);

/** The secrets of these days, by their starts: those that are there, and else the proposed ones, from now on. */
export async function ensureSecrets(
  db: Database,
  proposed: readonly ProposedSecret[],
): Promise<ReadonlyMap<number, DaySecret>> {
  const days = proposed.map(({ dayMs }) => formatDate(dayMs));
  const secrets = proposed.map(({ secret }) => secret);
  const { rows } = await execute(db, ENSURE_SECRETS({ days, secrets }));
  return new Map(rows.map(({ dayMs, id, secret }) => [dayMs, { id, secret }]));
}

/** Deletes the secrets of the days before a day. */
export async function deleteSecrets(db: Database, beforeMs: number): Promise<void> {
  await execute(db, DELETE_SECRETS({ before: formatDate(beforeMs) }));
}
