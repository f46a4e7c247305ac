/** A name of which at most a third of the characters differ is taken to be meant. */
const MOST_DIFFERENT = 1 / 3;

/**
 * The name that is meant by one that is not among them: the same but for upper and lower case and signs such as a hyphen,
 * or else the one with the fewest characters to change. Undefined if none is like it.
 */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const most = Math.floor(given.length * MOST_DIFFERENT);
  const [nearest] = names
    .map((name) => ({ name, distance: distanceBetween(lettersOf(given), lettersOf(name)) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((one, other) => one.distance - other.distance);
  return nearest?.name;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** How many characters have to be added, removed or replaced (Levenshtein). */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 0; i < one.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j++) {
      const replaced = (row[j] ?? 0) + (one[i] === other[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
