/**
 * Undoes the escapes of a quoted log field: `\"`, `\\`, the control letters of C, and `\xHH`, whose bytes are read
 * as UTF-8. Bytes that are not UTF-8 become U+FFFD; a backslash before anything else stays.
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

/** Decodes bytes of UTF-8 text that are written as `\xHH\xHH…` or `%HH%HH…`. */
export function decodeBytes(escapes: string): string {
  return Buffer.from(escapes.replace(/\\x|%/g, ''), 'hex').toString('utf8');
}
