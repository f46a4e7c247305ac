import type pg from 'pg';
import type { NewEvent } from '../../src/domain/event.ts';

/** Inserts events and nothing else, in one statement, and returns how many. */
export async function insertEvents(
  client: pg.Client,
  siteId: string,
  events: readonly NewEvent[],
): Promise<number> {
  const { rowCount } = await client.query({
    name: 'insert',
    text: INSERT,
    values: [siteId, ...columnsOf(events)],
  });
  return rowCount ?? 0;
}

const INSERT = `
  insert into events (site_id, created_at, type, page_path, country, bot_name, bot_company, source, event_name,
                      event_value, status, bytes, verdict)
  select $1, * from unnest($2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                           $9::text[], $10::numeric[], $11::smallint[], $12::bigint[], $13::text[])`;

function columnsOf(events: readonly NewEvent[]): unknown[] {
  const bots = events.map((event) => (event.type === 'bot' ? event : undefined));
  const conversions = events.map((event) => (event.type === 'conversion' ? event : undefined));
  return [
    events.map(({ createdAtMs }) => new Date(createdAtMs).toISOString()),
    events.map(({ type }) => type),
    events.map(({ pagePath }) => pagePath),
    events.map(({ country }) => country),
    bots.map((bot) => bot?.botName ?? null),
    bots.map((bot) => bot?.botCompany ?? null),
    events.map((event) => (event.type === 'referral' ? event.source : null)),
    conversions.map((conversion) => conversion?.eventName ?? null),
    conversions.map((conversion) => conversion?.eventValue ?? null),
    events.map((event) => (event.type === 'conversion' ? null : event.status)),
    bots.map((bot) => bot?.bytes ?? null),
    bots.map((bot) => bot?.verdict ?? null),
  ];
}
