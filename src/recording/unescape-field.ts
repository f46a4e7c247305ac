/**
 * Undoes the escapes of a quoted log field: `\"`, `\\`, the control letters of C, and `\xHH`, whose bytes are read
 * as UTF-8. Bytes that are no UTF-8 become U+FFFD; a backslash before anything else stays.
 */
export function unescapeField(field: string): string {
  if (!field.includes('\\')) return field;
  return field.replace(/(?:\\x[0-9a-fA-F]{2})+|\\(["\\bfnrtv])/g, (escape, letter: string | undefined) =>
    letter === undefined ? decodeBytes(escape) : (CONTROL_LETTERS[letter] ?? letter),
  );
}

const CONTROL_LETTERS: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** The text whose bytes `\xHH\xHH…` or `%HH%HH…` spell in UTF-8. */
export function decodeBytes(escapes: string): string {
  return Buffer.from(escapes.replace(/\\x|%/g, ''), 'hex').toString('utf8');
}
