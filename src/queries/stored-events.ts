import { type Expression, type Kysely, sql } from 'kysely';
import type { EventType, StoredEvent } from '../domain/event.ts';
import type { Proof } from '../domain/signature.ts';
import { rowsOf, selectColumns } from '../database/columns.ts';
import { selectText, valuesOf } from '../database/rows-as-text.ts';
import { epochMs } from '../database/sql-time.ts';
import { type Param, type PreparedQuery, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

/** What is read of an event, in this order. */
export const EVENT_COLUMNS = [
  'id',
  'type',
  'pagePath',
  'country',
  'createdAtMs',
  'name',
  'company',
  'value',
  'status',
  'bytes',
  'verdict',
  'signature',
  'signer',
] as const;

export function selectEvents(db: Kysely<Tables>) {
  return db
    .selectFrom('events')
    .select((eb) => [
      'id',
      'type',
      'page_path as pagePath',
      'country',
      epochMs(eb.ref('created_at')).as('createdAtMs'),
      eb.fn.coalesce('bot_name', 'source', 'event_name', sql<string>`''`).as('name'),
      eb.fn.coalesce('bot_company', 'sent_by').as('company'),
      'event_value as value',
      'status',
      'bytes',
      'verdict',
      'signature',
      'signer',
    ]);
}

/** Reads a page of events. */
export type Listing<Values> = (
  values: Values,
  read: <Row>(query: PreparedQuery<Row>) => Promise<readonly Row[]>,
) => Promise<readonly StoredEvent[]>;

/** A page is read as text, and in columns if one of its values contains the separator of the text. */
export function listing<Values extends object>(
  name: string,
  select: (db: Kysely<Tables>, param: Param<Values>) => Expression<EventRow>,
): Listing<Values> {
  const asText = statement(name, (db, param: Param<Values>) => selectText(select(db, param), EVENT_COLUMNS));
  const inColumns = statement(`${name}_in_columns`, (db, param: Param<Values>) =>
    selectColumns(select(db, param), EVENT_COLUMNS),
  );
  return async (given, read) => {
    const values = valuesOf(await read(asText(given)), EVENT_COLUMNS);
    return values ? eventsOf(values) : rowsOf(await read(inColumns(given))).map(toEvent);
  };
}

/** Takes the values of each row by their place, which is quicker than by name. */
function eventsOf(values: readonly string[]): readonly StoredEvent[] {
  return Array.from({ length: values.length / EVENT_COLUMNS.length }, (_, row) => {
    const first = row * EVENT_COLUMNS.length;
    const text = (column: number) => values[first + column] ?? '';
    const numberOrNull = (column: number) => (text(column) === '' ? null : Number(text(column)));
    return toEvent({
      id: Number(text(0)),
      type: text(1) as EventType,
      pagePath: text(2),
      country: text(3),
      createdAtMs: Number(text(4)),
      name: text(5),
      company: text(6),
      value: numberOrNull(7),
      status: numberOrNull(8),
      bytes: numberOrNull(9),
      verdict: (text(10) || null) as EventRow['verdict'],
      signature: (text(11) || null) as EventRow['signature'],
      signer: text(12) || null,
    });
  });
}

export type EventRow = {
  readonly id: number;
  readonly type: EventType;
  readonly pagePath: string;
  readonly country: string;
  readonly createdAtMs: number;
  /** Of the bot, the source or the conversion. */
  readonly name: string;
  /** Of the bot, or the LLM product that sent the visitor of a conversion. */
  readonly company: string | null;
  readonly value: number | null;
  readonly status: number | null;
  readonly bytes: number | null;
  readonly verdict: Tables['events']['verdict'];
  readonly signature: Tables['events']['signature'];
  readonly signer: string | null;
};

/** The company of a bot is never null, because it is recorded with the name. Spelled out for speed. */
function toEvent(row: EventRow): StoredEvent {
  const { id, type, pagePath, country, createdAtMs, name, company, value, status, bytes } = row;
  switch (type) {
    case 'bot': {
      const { signature, signer } = row;
      const verdict = signature === 'signed' ? signature : (row.verdict ?? 'unknown');
      const proof = signature === null ? undefined : proofOf(signature, signer);
      const botCompany = company ?? '';
      return {
        id,
        type,
        pagePath,
        country,
        createdAtMs,
        botName: name,
        botCompany,
        status,
        bytes,
        verdict,
        proof,
      };
    }
    case 'referral':
      return { id, type, pagePath, country, createdAtMs, source: name, status };
    case 'conversion':
      return {
        id,
        type,
        pagePath,
        country,
        createdAtMs,
        eventName: name,
        eventValue: value,
        sentBy: company === '' ? undefined : (company ?? undefined),
      };
  }
}

function proofOf(signature: NonNullable<EventRow['signature']>, signer: string | null): Proof {
  return { state: signature === 'signed' ? 'valid' : signature, signer };
}
