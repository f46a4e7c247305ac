import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../../src/database/database.ts';

/** A stored conversion. */
export type StoredConversion = {
  readonly path: string;
  readonly source: string | null;
  readonly value: number | null;
  readonly times: number;
};

export type Stored = {
  readonly conversions: readonly StoredConversion[];
  /** Of each source. */
  readonly clicks: ReadonlyMap<string, number>;
  readonly bots: number;
};

const POLL_MS = 100;
const WITHIN_MS = 900_000;
const SWEPT_WITHIN_MS = 180_000;

/** Waits until so many events are recorded. The database may be crashing meanwhile. */
export async function recordedUntil(
  db: Database,
  siteId: string,
  events: number,
  failures: () => readonly string[],
): Promise<void> {
  const deadlineMs = performance.now() + WITHIN_MS;
  for (;;) {
    const recorded = await countRecorded(db, siteId).catch(() => undefined);
    if (recorded === events) return;
    const [failure] = failures();
    if (failure !== undefined) throw new Error(failure);
    if ((recorded ?? 0) > events) throw new Error(`${recorded} events were recorded, of ${events}`);
    if (performance.now() > deadlineMs) throw new Error(`only ${recorded} of ${events} events were recorded`);
    await delay(POLL_MS);
  }
}

export async function countRecorded(db: Database, siteId: string): Promise<number> {
  const { rows } = await sql<{ events: number }>`
    select coalesce(sum(events), 0)::float8 as events from site_months where site_id = ${siteId}`.execute(db);
  return rows[0]?.events ?? 0;
}

export async function recordedEvents(db: Database, siteId: string): Promise<Stored> {
  const conversions = await sql<StoredConversion>`
    select page_path as path, min(sent_by) as source, min(event_value)::float8 as value, count(*)::integer as times
    from events where site_id = ${siteId} and type = 'conversion' group by page_path`.execute(db);
  const others = await sql<{ source: string | null; count: number }>`
    select source, count(*)::integer as count
    from events where site_id = ${siteId} and type <> 'conversion' group by type, source`.execute(db);
  const clicks = others.rows.flatMap(({ source, count }) =>
    source === null ? [] : [[source, count] as const],
  );
  const bots = others.rows.find(({ source }) => source === null)?.count ?? 0;
  return { conversions: conversions.rows, clicks: new Map(clicks), bots };
}

/** Lets the window of all open landings end, and waits until the servers have deleted them. */
export async function sweepAll(db: Database) {
  const { rows } = await sql<{ open: number; bytes: number }>`
    select count(*)::integer as open, pg_total_relation_size('landings')::float8 as bytes from landings`.execute(
    db,
  );
  const { open, bytes } = rows[0] ?? { open: 0, bytes: 0 };
  await sql`update landings set ends_minute = ends_minute - 24 * 60`.execute(db);
  const fromMs = performance.now();
  const left = async () => (await sql`select 1 from landings limit 1`.execute(db)).rows.length;
  while ((await left()) > 0 && performance.now() < fromMs + SWEPT_WITHIN_MS) await delay(POLL_MS);
  const sweptS = ((performance.now() - fromMs) / 1_000).toFixed(0);
  return {
    figures: [
      ['open landings at the end', `${open} in ${(bytes / 1e6).toFixed(1)} MB`],
      ['deleted once their window had ended', `after ${sweptS} s`],
    ] as const,
    broken: [
      ...(open === 0 ? ['no landing was open at the end'] : []),
      ...((await left()) > 0 ? ['landings were not deleted'] : []),
    ],
  };
}
