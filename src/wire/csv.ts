import type { StoredEvent } from '../domain/event.ts';
import { exportedObject } from './events.ts';

/** The fields of all types of events. */
const COLUMNS = [
  'id',
  'type',
  'page_path',
  'country',
  'created_at',
  'bot_name',
  'bot_company',
  'source',
  'event_name',
  'event_value',
  'status',
  'bytes',
  'verdict',
  'signature',
  'signer',
] as const;

type Fields = Readonly<Partial<Record<(typeof COLUMNS)[number], string | number | null>>>;

/**
 * What a spreadsheet would run as a formula, also in the width of Chinese letters (OWASP, CSV Injection). These are written
 * as escapes because a single one would make V8 keep the whole bundle in two bytes a character.
 */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Where a spreadsheet that separates by `;` or tabs begins another cell, of which it would run the text as a formula. */
const FORMULA_INSIDE = /([;\t\r\n])(?=[ "]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** What RFC 4180 encloses in quotes. */
const SPECIAL = /[",\r\n]/;

/** The first row, with its end. */
export const CSV_HEADER = rowOf(COLUMNS);

/** One row, with its end. A field that the type of the event has not is empty. */
export function csvRow(event: StoredEvent): string {
  const fields: Fields = exportedObject(event);
  return rowOf(COLUMNS.map((name) => fields[name]));
}

function rowOf(values: readonly (string | number | null | undefined)[]): string {
  return `${values.map(cellOf).join(',')}\r\n`;
}

/** A number stays one, also below zero. A text that may be a formula gets an apostrophe. */
function cellOf(value: string | number | null | undefined): string {
  if (typeof value !== 'string') return String(value ?? '');
  const inside = value.replace(FORMULA_INSIDE, "$1'");
  const text = FORMULA.test(value) ? `'${inside}` : inside;
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
