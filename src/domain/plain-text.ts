/** A zero-width space: it shows nothing, and ends what programs take for an address or a mention. */
const BREAK = '\u200b';

/**
 * A text of which no program makes a link or a mention by itself: with a break that nobody sees behind each slash and at sign, and
 * behind each dot and colon that a letter or digit follows.
 */
export function unlinked(text: string): string {
  return text.replace(/[/@]|[.:](?=[\p{L}\p{N}])/gu, (sign) => sign + BREAK);
}

/** At most so many UTF-16 units, and no character cut in two. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
