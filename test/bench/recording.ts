import pg from 'pg';
import type { NewEvent } from '../../src/domain/event.ts';
import { openDatabase } from '../../src/database/database.ts';
import { recordEvents } from '../../src/queries/record-events.ts';
import { makeSite } from './fresh-sites.ts';
import { median, spread } from './statistics.ts';
import { stretchOfEvents } from './stretch.ts';

export type RecordingResult = {
  /** Time in which the product's code records a batch, with events and rollups. */
  readonly recordMs: number;
  /** Time to insert the same events and nothing else. */
  readonly insertMs: number;
  /** The lowest and highest ratio of a pair. */
  readonly spread: readonly [least: number, most: number];
  readonly batches: number;
};

const BATCH = 1_000;
const NOT_COUNTED = 5;

/** Alternates between batches: the product records one, then a plain insert stores the same rows. */
export async function measureRecording(databaseUrl: string, batches: number): Promise<RecordingResult> {
  const db = openDatabase({ connection: { url: databaseUrl }, poolSize: 2, statementTimeoutMs: 30_000 });
  const { siteId } = await makeSite(databaseUrl);
  const plain = new pg.Client({ connectionString: databaseUrl });
  await plain.connect();
  const times: { readonly recordMs: number; readonly insertMs: number }[] = [];
  try {
    for (let batch = -NOT_COUNTED; batch < batches; batch += 1) {
      const events = stretchOfEvents((batch + NOT_COUNTED) * BATCH, BATCH);
      const pair = {
        recordMs: await timed(() => recordEvents(db, { siteId, slot: 0, events })),
        insertMs: await timed(() => plain.query({ name: 'insert', text: INSERT, values: columnsOf(events) })),
      };
      if (batch >= 0) times.push(pair);
    }
  } finally {
    await plain.end();
    await db.destroy();
  }
  return {
    recordMs: median(times.map(({ recordMs }) => recordMs)),
    insertMs: median(times.map(({ insertMs }) => insertMs)),
    spread: spread(times.map(({ recordMs, insertMs }) => recordMs / insertMs)),
    batches,
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const fromMs = performance.now();
  await work();
  return performance.now() - fromMs;
}

const INSERT = `
  insert into events (site_id, created_at, type, page_path, country,
                      bot_name, bot_company, source, event_name, event_value)
  select 'site_inserted', * from unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[],
                                        $5::text[], $6::text[], $7::text[], $8::text[], $9::numeric[])`;

function columnsOf(events: readonly NewEvent[]): unknown[] {
  return [
    events.map(({ createdAtMs }) => new Date(createdAtMs).toISOString()),
    events.map(({ type }) => type),
    events.map(({ pagePath }) => pagePath),
    events.map(({ country }) => country),
    events.map((event) => (event.type === 'bot' ? event.botName : null)),
    events.map((event) => (event.type === 'bot' ? event.botCompany : null)),
    events.map((event) => (event.type === 'referral' ? event.source : null)),
    events.map((event) => (event.type === 'conversion' ? event.eventName : null)),
    events.map((event) => (event.type === 'conversion' ? event.eventValue : null)),
  ];
}
