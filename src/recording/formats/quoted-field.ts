import { toldBytes } from '../bytes.ts';
import { unescapeField } from '../unescape-field.ts';

/**
 * The source of an expression for the text between the quotes of a field. A quote within is escaped by a backslash. No
 * two of its parts can begin with the same character, so that it never backtracks.
 */
export const QUOTED_TEXT = String.raw`[^"\\]*(?:\\.[^"\\]*)*`;

/** The same with the quotes. It captures the text between them. */
export const QUOTED = `"(${QUOTED_TEXT})"`;

/** The unescaped text of a field; undefined if it is "-" or empty. */
export function unquote(field: string | undefined): string | undefined {
  const text = presentText(field);
  return text === undefined ? undefined : unescapeField(text);
}

/** The unchanged text; undefined if it is "-" or empty, which servers log for a missing value. */
export function presentText(text: string | undefined): string | undefined {
  return text === '-' || text === '' ? undefined : text;
}

/** A number of bytes in digits; undefined for anything else, such as "-", and for more than a response can have. */
export function parseBytes(field: string | undefined): number | undefined {
  return field !== undefined && /^\d+$/.test(field) ? toldBytes(Number(field)) : undefined;
}
