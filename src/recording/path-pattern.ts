/**
 * Returns a test for whether a page path matches a pattern: `*` matches any characters but "/", `**` matches any
 * characters, and everything else matches itself. Case matters; percent-encoding does not (`/caf%C3%A9` is `/café`).
 */
export function compilePathPattern(pattern: string): (pagePath: string) => boolean {
  const parts = partsOf(pattern);
  const wildcardAt = parts.findIndex((part) => part.kind !== 'character');
  const characters = parts.slice(0, wildcardAt === -1 ? undefined : wildcardAt);
  const beginning = characters.map((part) => ('character' in part ? part.character : '')).join('');
  if (wildcardAt === -1) return (pagePath) => decoded(pagePath) === beginning;
  const rest = parts.slice(wildcardAt);
  return (pagePath) => {
    const path = decoded(pagePath);
    return path.startsWith(beginning) && matches(rest, path.slice(beginning.length));
  };
}

type Part =
  | { readonly kind: 'character'; readonly character: string }
  | { readonly kind: 'within-segment' }
  | { readonly kind: 'anything' };

function partsOf(pattern: string): readonly Part[] {
  return pattern.split(/(\*+)/).flatMap((piece): Part[] => {
    if (piece === '*') return [{ kind: 'within-segment' }];
    if (piece.startsWith('*')) return [{ kind: 'anything' }];
    return Array.from(decoded(piece), (character) => ({ kind: 'character', character }));
  });
}

/**
 * Follows all possible matches at once, so that the cost is at most the length of the path times that of the pattern.
 * Paths come from strangers, and a regular expression could backtrack for much longer.
 */
function matches(parts: readonly Part[], path: string): boolean {
  // reached[n]: the first n parts match everything read so far
  let reached = [true];
  for (const part of parts) reached.push(reached.at(-1) === true && part.kind !== 'character');
  for (const character of path) {
    const next = [false];
    for (const [n, part] of parts.entries()) {
      next.push(
        part.kind === 'character'
          ? reached[n] === true && part.character === character
          : next[n] === true || (reached[n + 1] === true && (part.kind === 'anything' || character !== '/')),
      );
    }
    reached = next;
  }
  return reached.at(-1) === true;
}

/** A path with invalid encoding is not decoded. */
function decoded(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
