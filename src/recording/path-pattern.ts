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
  const matchesRest = compileParts(parts.slice(wildcardAt));
  return (pagePath) => {
    const path = decoded(pagePath);
    return path.startsWith(beginning) && matchesRest(path, beginning.length);
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
    return decoded(piece)
      .split('')
      .map((character) => ({ kind: 'character', character }));
  });
}

/**
 * Follows all possible matches at once, so that the cost is at most the length of the path times that of the pattern: of
 * which a step takes 32 parts. Paths come from strangers, and a regular expression could backtrack for much longer.
 */
function compileParts(parts: readonly Part[]): (path: string, from: number) => boolean {
  const { byCharacter, wildcards, beyondSegments } = masksOf(parts);
  const none = new Int32Array(wildcards.length);
  return (path, from) => {
    // bit n: the first n parts match everything read so far
    const reached = new Int32Array(wildcards.length);
    reached[0] = 1 | (2 & (wildcards[0] ?? 0));
    for (let at = from; at < path.length; at += 1) {
      const character = path.charAt(at);
      const stays = character === '/' ? beyondSegments : wildcards;
      advance(reached, { takes: byCharacter.get(character) ?? none, stays, wildcards });
    }
    return (((reached[parts.length >>> 5] ?? 0) >>> parts.length) & 1) === 1;
  };
}

/** Bit n + 1 of each stands for part n. */
type Masks = {
  /** The parts that are a character. */
  readonly byCharacter: ReadonlyMap<string, Int32Array>;
  readonly wildcards: Int32Array;
  /** The wildcards that match "/", too. */
  readonly beyondSegments: Int32Array;
};

function masksOf(parts: readonly Part[]): Masks {
  const emptyMask = () => new Int32Array((parts.length >>> 5) + 1);
  const byCharacter = new Map<string, Int32Array>();
  const [wildcards, beyondSegments] = [emptyMask(), emptyMask()];
  for (const [n, part] of parts.entries()) {
    if (part.kind === 'character') {
      const mask = byCharacter.get(part.character) ?? emptyMask();
      byCharacter.set(part.character, mask);
      setBit(mask, n + 1);
    } else {
      setBit(wildcards, n + 1);
      if (part.kind === 'anything') setBit(beyondSegments, n + 1);
    }
  }
  return { byCharacter, wildcards, beyondSegments };
}

function setBit(mask: Int32Array, bit: number): void {
  mask[bit >>> 5] = (mask[bit >>> 5] ?? 0) | (1 << bit);
}

type Step = {
  /** The parts that are the character. */
  readonly takes: Int32Array;
  /** The wildcards that match the character. */
  readonly stays: Int32Array;
  readonly wildcards: Int32Array;
};

/** Reads a character. A wildcard matches nothing, too, and none follows another. */
function advance(reached: Int32Array, { takes, stays, wildcards }: Step): void {
  let carried = 0;
  let passed = 0;
  for (let word = 0; word < reached.length; word += 1) {
    const before = reached[word] ?? 0;
    const next = (((before << 1) | carried) & (takes[word] ?? 0)) | (before & (stays[word] ?? 0));
    reached[word] = next | (((next << 1) | passed) & (wildcards[word] ?? 0));
    carried = before >>> 31;
    passed = next >>> 31;
  }
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
