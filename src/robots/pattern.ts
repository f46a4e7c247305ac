import { literal, normalised } from './octets.ts';

/** What a path is compared with: pieces that stand in it one after the other, with anything between them. */
export type Pattern = {
  /** With this the path begins. Empty for a pattern that begins with `*`. */
  readonly start: string;
  /** These follow in this order. */
  readonly pieces: readonly string[];
  /** Whether the path ends with the last of them. */
  readonly isAnchored: boolean;
  /** In octets after normalising, with `*` and `$`: the longest pattern decides (RFC 9309, 2.2.2). */
  readonly length: number;
};

/** Reads the pattern of a rule, in octets. `$` means the end only at the end. */
export function readPattern(octets: string): Pattern {
  const whole = normalised(octets);
  const isAnchored = whole.endsWith('$');
  const [start = '', ...pieces] = (isAnchored ? whole.slice(0, -1) : whole).split('*').map(literal);
  const signs = pieces.length + (isAnchored ? 1 : 0);
  const length = [start, ...pieces].reduce((sum, piece) => sum + piece.length, signs);
  return { start, pieces, isAnchored, length };
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
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  if (!isAnchored) return true;
  if (last === undefined) return at === path.length;
  return path.length - last.length >= at && path.endsWith(last);
}
