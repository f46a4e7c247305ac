const SHOWN_CHARACTERS = 200;

/** The beginning of a line, with control characters escaped: it holds text from clients, and a terminal would obey it. */
export function shownLine(line: string): string {
  return line
    .slice(0, SHOWN_CHARACTERS)
    .replaceAll(/\p{C}/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
