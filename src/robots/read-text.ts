/** What RFC 9309, 2.5 has every crawler read at least. */
export const MAX_OCTETS = 500 * 1_024;

/**
 * What of a robots.txt is read: its first 500 KiB, with the whole of the last character. U+0000, which a database does not
 * store, is replaced as what is no UTF-8 is.
 */
export function readText(text: string): string {
  return Buffer.from(cut(text)).toString().replaceAll('\0', '\uFFFD');
}

function cut(text: string): string {
  // no character has more octets in UTF-8 than three times its UTF-16 units
  if (text.length * 3 <= MAX_OCTETS) return text;
  let octets = 0;
  let units = 0;
  for (const character of text) {
    if (octets >= MAX_OCTETS) return text.slice(0, units);
    octets += Buffer.byteLength(character);
    units += character.length;
  }
  return text;
}
