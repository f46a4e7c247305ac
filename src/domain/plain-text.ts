/** A zero-width space: it shows nothing, and ends what programs take for an address or a mention. */
const BREAK = '\u200b';

/**
 * A text of which no program makes a link or a mention by itself: with a break that nobody sees behind each slash and at sign,
 * behind each backslash (`\\\\host\\share` is a link in Outlook), and behind each dot and colon that a letter or digit follows.
 */
export function unlinked(text: string): string {
  return text.replace(/[/\\@]|[.:](?=[\p{L}\p{N}])/gu, (sign) => sign + BREAK);
}

/** At most so many UTF-16 units, and no character cut in two. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** At most so many bytes of UTF-8, and no character cut in two. */
export function shortenedBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  const rest = '…';
  let end = most - Buffer.byteLength(rest);
  while (isWithinCharacter(bytes[end])) end -= 1;
  return bytes.toString('utf8', 0, end) + rest;
}

/** All bytes of a character but its first are 10xxxxxx. */
function isWithinCharacter(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
