import { unescapeField } from '../unescape-field.ts';

/**
 * The source of an expression for what stands between the quotes of a field. A quote within is escaped by a
 * backslash; no two of its parts can begin alike, so that nothing is read twice.
 */
export const QUOTED_TEXT = String.raw`[^"\\]*(?:\\.[^"\\]*)*`;

/** The same with the quotes, capturing what is between them. */
export const QUOTED = `"(${QUOTED_TEXT})"`;

/** The text of a field with its escapes undone; undefined for "-" and for nothing. */
export function unquote(field: string | undefined): string | undefined {
  const text = presentText(field);
  return text === undefined ? undefined : unescapeField(text);
}

/** A text as it is; undefined for "-" and for nothing, which servers log where there is none. */
export function presentText(text: string | undefined): string | undefined {
  return text === '-' || text === '' ? undefined : text;
}

/** A status as logged: three digits; undefined for anything else, such as "-". */
export function parseStatus(field: string | undefined): number | undefined {
  return field !== undefined && /^\d{3}$/.test(field) ? Number(field) : undefined;
}
