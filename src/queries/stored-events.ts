import { type Expression, type Kysely, sql } from 'kysely';
import type { BriefEvent, EventType, StoredEvent } from '../domain/event.ts';
import type { Proof } from '../domain/signature.ts';
import { rowsOf, selectColumns } from '../database/columns.ts';
import { selectText, valuesOf } from '../database/rows-as-text.ts';
import { epochMs } from '../database/sql-time.ts';
import { type Param, type PreparedQuery, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

type EventForms = { readonly brief: BriefEvent; readonly detailed: StoredEvent };

/** How much is read of the events of a page: long pages without what nobody asks for take a twelfth less CPU time. */
export type EventForm = keyof EventForms;
export type EventIn<Form extends EventForm> = EventForms[Form];

const BRIEF = ['id', 'type', 'pagePath', 'country', 'createdAtMs', 'name', 'company', 'value'] as const;

/** What is read of an event, in this order. */
export const EVENT_COLUMNS = {
  brief: BRIEF,
  detailed: [...BRIEF, 'status', 'bytes', 'verdict', 'signature', 'signer'],
} as const satisfies Record<EventForm, readonly string[]>;

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
type Page<Values, Event> = (
  values: Values,
  read: <Row>(query: PreparedQuery<Row>) => Promise<readonly Row[]>,
) => Promise<readonly Event[]>;

export type Listing<Values> = { readonly [Form in EventForm]: Page<Values, EventIn<Form>> };

type Select<Values> = (db: Kysely<Tables>, param: Param<Values>) => Expression<EventRow>;

export function listing<Values extends object>(name: string, select: Select<Values>): Listing<Values> {
  return {
    brief: pageOf(name, select, EVENT_COLUMNS.brief, toBrief),
    detailed: pageOf(`${name}_in_detail`, select, EVENT_COLUMNS.detailed, toDetailed),
  };
}

/** A page is read as text, and in columns if one of its values contains the separator of the text. */
function pageOf<Values extends object, Event>(
  name: string,
  select: Select<Values>,
  columns: readonly (keyof EventRow)[],
  toEvent: (row: EventRow) => Event,
): Page<Values, Event> {
  const asText = statement(name, (db, param: Param<Values>) => selectText(select(db, param), columns));
  const inColumns = statement(`${name}_in_columns`, (db, param: Param<Values>) =>
    selectColumns(select(db, param), columns),
  );
  return async (given, read) => {
    const values = valuesOf(await read(asText(given)), columns);
    if (values === undefined) return rowsOf(await read(inColumns(given))).map(toEvent);
    return Array.from({ length: values.length / columns.length }, (_, row) =>
      toEvent(rowAt(values, row * columns.length, columns.length)),
    );
  };
}

/** Takes the values of a row by their place, which is quicker than by name. What was not read is empty. */
function rowAt(values: readonly string[], first: number, length: number): EventRow {
  const text = (column: number) => (column < length ? values[first + column] : undefined) ?? '';
  const numberOrNull = (column: number) => (text(column) === '' ? null : Number(text(column)));
  return {
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
  };
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

// Spelled out for speed. The company of a bot is never null, because it is recorded with the name.

function toBrief({ id, type, pagePath, country, createdAtMs, name, company, value }: EventRow): BriefEvent {
  switch (type) {
    case 'bot':
      return { id, type, pagePath, country, createdAtMs, botName: name, botCompany: company ?? '' };
    case 'referral':
      return { id, type, pagePath, country, createdAtMs, source: name };
    case 'conversion': {
      const sentBy = company === '' ? undefined : (company ?? undefined);
      return { id, type, pagePath, country, createdAtMs, eventName: name, eventValue: value, sentBy };
    }
  }
}

function toDetailed(row: EventRow): StoredEvent {
  const event = toBrief(row);
  switch (event.type) {
    case 'bot': {
      const { id, type, pagePath, country, createdAtMs, botName, botCompany } = event;
      const { status, bytes, signature, signer } = row;
      const verdict = signature === 'signed' ? signature : (row.verdict ?? 'unknown');
      const proof = signature === null ? undefined : proofOf(signature, signer);
      return {
        id,
        type,
        pagePath,
        country,
        createdAtMs,
        botName,
        botCompany,
        status,
        bytes,
        verdict,
        proof,
      };
    }
    case 'referral': {
      const { id, type, pagePath, country, createdAtMs, source } = event;
      return { id, type, pagePath, country, createdAtMs, source, status: row.status };
    }
    case 'conversion':
      return event;
  }
}

function proofOf(signature: NonNullable<EventRow['signature']>, signer: string | null): Proof {
  return { state: signature === 'signed' ? 'valid' : signature, signer };
}
