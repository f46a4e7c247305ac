/**
 * Characters that people do not see. A terminal obeys some: controls, and marks that turn the direction of a text. Others,
 * such as those without a width, make two names look the same. The last are separators of lines.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** The text with such characters escaped (`\u{202e}`): strangers choose paths and names. The result is one line. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The value as JSON, of which such characters are escaped too. It is read as the same value. */
export function visibleJson(value: unknown): string {
  return visibleInJson(JSON.stringify(value));
}

/** The same of a text that is JSON already, or a part of it. */
export function visibleInJson(json: string): string {
  return json.replace(UNSEEN, (character) =>
    Array.from({ length: character.length }, (_, unit) => escapeUnit(character.charCodeAt(unit))).join(''),
  );
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
