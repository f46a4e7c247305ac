import { sumOf } from '../numbers.ts';
import { replaceHidden } from './hidden-text.ts';

/** Bytes beyond ASCII. What is encoded in ASCII stays so, but for some spaces: `%2F` is no slash. */
const ENCODED_RUN = /(?:%[89A-F][0-9A-F])+/gi;

/** A space between words. At the end of a part, or beside another space, it would not be seen. */
const ENCODED_SPACE = /(?<=[^\s/?&=#%])(?<!%20)%20(?=[^\s/?&=#%])/g;

/** A path as people read it: decoded where it encodes UTF-8 or a space between words, and with hidden characters encoded. */
export const readablePath = (path: string): string =>
  replaceHidden(path.replace(ENCODED_RUN, decode).replace(ENCODED_SPACE, ' '), encode);

function decode(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}

/** Half of a surrogate pair has no encoding. */
const encode = (hidden: string): string => encodeURIComponent(hidden.replace(/\p{Cs}/u, '\ufffd'));

/** A piece of a path. Where there is no room, those that can be cut end in an ellipsis. */
export type PathPiece = { readonly text: string; readonly isCut: boolean };

/** What is shorter is never cut. */
const SHORT = 12;

/** How much of the end stays, and of where a path differs from the one that is most like it. */
const KEPT = { end: 9, difference: 6 };

/** The pieces of a path that `readablePath` returned, in order. */
export function piecesOf(text: string, differsAt = 0): readonly PathPiece[] {
  if (text.length <= SHORT) return [{ text, isCut: false }];
  const end = cutAt(text, text.length - KEPT.end);
  const from = cutAt(text, differsAt - 2);
  const to = cutAt(text, Math.min(end, from + KEPT.difference));
  const isApart = differsAt < end && from > SHORT / 2 && from < to;
  const cuts = isApart ? [0, from, to, end] : [0, end];
  return cuts
    .map((start, at) => ({ text: text.slice(start, cuts[at + 1]), isCut: at % 2 === 0 }))
    .filter((piece) => piece.text !== '');
}

/** Where a path may be cut, at a place or after it: between characters, and not in a part that is read from right to left. */
function cutAt(text: string, place: number): number {
  let at = Math.max(0, place);
  while (at < text.length && isTogether(text.slice(Math.max(0, at - 2), at), text.slice(at, at + 2))) at += 1;
  const before = text.slice(0, at).split(SEPARATOR).at(-1) ?? '';
  const [after = ''] = text.slice(at).split(SEPARATOR, 1);
  return before !== '' && isFromRight(before + after) ? at + after.length : at;
}

const SEPARATOR = /[/?&=]/;

/** Whether both are of one character. */
const isTogether = (before: string, after: string): boolean =>
  /^[\udc00-\udfff]/.test(after) ||
  /^[\p{M}\p{Emoji_Modifier}\u200c\u200d]/u.test(after) ||
  before.endsWith('\u200d') ||
  (/\p{Regional_Indicator}$/u.test(before) && /^\p{Regional_Indicator}/u.test(after));

/** Whether it has letters that are read from right to left. */
export const isFromRight = (text: string): boolean => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text);

/** At least as wide as it is shown, in the width of a digit. */
export const widthOf = (text: string): number =>
  sumOf(Array.from(text), (character) => ((character.codePointAt(0) ?? 0) < 0x1100 ? 1 : 2));

/** Where each of several texts begins to differ from the one that is most like it. */
export function differencesIn(texts: readonly string[]): ReadonlyMap<string, number> {
  const sorted = [...new Set(texts)].sort();
  const shared = sorted.map((text, at) => sharedLength(text, sorted[at + 1] ?? ''));
  return new Map(sorted.map((text, at) => [text, Math.max(shared[at] ?? 0, shared[at - 1] ?? 0)]));
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
