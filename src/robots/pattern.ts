import { literal, normalised } from './octets.ts';

/** What a path is compared with: pieces that stand in it one after the other, with anything between them. */
export type Pattern = {
  /** With this the path begins. Empty for a pattern that begins with `*`. */
  readonly start: string;
  /** These follow in this order. */
  readonly pieces: readonly Piece[];
  /** Whether the path ends with the last of them. */
  readonly isAnchored: boolean;
  /** In octets after normalising, with `*` and `$`: the longest pattern decides (RFC 9309, 2.2.2). */
  readonly length: number;
};

type Piece = {
  readonly text: string;
  /** Of a long piece, by how many octets each beginning of it ends as it begins, not counting all of it. */
  readonly borders: Uint32Array | undefined;
};

/** `indexOf` compares a piece with each place of a path, all of it in the worst case: for longer ones that is too much. */
const LONGEST_SHORT = 16;

/** Reads the pattern of a rule, in octets. `$` means the end only at the end. */
export function readPattern(octets: string): Pattern {
  const whole = normalised(octets);
  const isAnchored = whole.endsWith('$');
  const [start = '', ...pieces] = (isAnchored ? whole.slice(0, -1) : whole).split('*').map(literal);
  const signs = pieces.length + (isAnchored ? 1 : 0);
  const length = [start, ...pieces].reduce((sum, piece) => sum + piece.length, signs);
  return { start, pieces: pieces.map(pieceOf), isAnchored, length };
}

function pieceOf(text: string): Piece {
  return { text, borders: text.length > LONGEST_SHORT ? bordersOf(text) : undefined };
}

function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length);
  for (let at = 1, border = 0; at < text.length; at += 1) {
    const octet = text.charCodeAt(at);
    while (border > 0 && text.charCodeAt(border) !== octet) border = borders[border - 1] ?? 0;
    if (text.charCodeAt(border) === octet) border += 1;
    borders[at] = border;
  }
  return borders;
}

/**
 * Whether a normalised path that begins with `start` matches. The first place of each piece leaves most room for those
 * behind it, so no other has to be tried: the time is linear in the path for each piece.
 */
export function matchesRest({ start, pieces, isAnchored }: Pattern, path: string): boolean {
  const between = isAnchored ? pieces.slice(0, -1) : pieces;
  const last = isAnchored ? pieces.at(-1) : undefined;
  let at = start.length;
  for (const piece of between) {
    const found = indexOfPiece(piece, path, at);
    if (found < 0) return false;
    at = found + piece.text.length;
  }
  if (!isAnchored) return true;
  if (last === undefined) return at === path.length;
  return path.length - last.text.length >= at && path.endsWith(last.text);
}

/** As `indexOf`; a long piece is searched by Knuth, Morris and Pratt, who look at each octet of the path twice at most. */
function indexOfPiece({ text, borders }: Piece, path: string, from: number): number {
  if (borders === undefined) return path.indexOf(text, from);
  for (let at = from, same = 0; at < path.length; at += 1) {
    const octet = path.charCodeAt(at);
    while (same > 0 && text.charCodeAt(same) !== octet) same = borders[same - 1] ?? 0;
    if (text.charCodeAt(same) === octet) same += 1;
    if (same === text.length) return at + 1 - same;
  }
  return -1;
}
