/** A line of two texts that are compared, with its number in each that has it, from 1. */
export type DiffLine = {
  readonly change: 'same' | 'added' | 'removed';
  readonly before?: number;
  readonly after?: number;
  readonly text: string;
};

/** Texts that differ in more lines, or take more steps to compare, are shown as all removed and all added. */
const MOST_CHANGES = 1000;
const MOST_STEPS = 3_000_000;

type Lines = readonly string[];

/** What was removed from one text and added to make the other, in as few lines as possible. */
export function diffLines(beforeText: string, afterText: string): readonly DiffLine[] {
  const [before, after] = [linesOf(beforeText), linesOf(afterText)];
  const start = sameFrom(before, after);
  const end = sameFrom(before.slice(start).reverse(), after.slice(start).reverse());
  const [middle, other] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const path = [
    ...Array.from({ length: start }, () => 'same' as const),
    ...(shortestPath(middle, other) ?? wholePath(middle, other)),
    ...Array.from({ length: end }, () => 'same' as const),
  ];
  return follow(path, before, after);
}

/** A line break at the end begins no line. */
function linesOf(text: string): Lines {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** How many lines are the same in both, counted from the first. */
function sameFrom(one: Lines, other: Lines): number {
  const length = Math.min(one.length, other.length);
  let at = 0;
  while (at < length && one[at] === other[at]) at += 1;
  return at;
}

type Change = DiffLine['change'];

const wholePath = (before: Lines, after: Lines): readonly Change[] => [
  ...before.map(() => 'removed' as const),
  ...after.map(() => 'added' as const),
];

/**
 * The shortest way from one text to the other (Myers 1986, "An O(ND) difference algorithm"): for each number of changes,
 * how far one gets on each diagonal, which is the lines removed less those added. Undefined if it takes too long.
 */
function shortestPath(before: Lines, after: Lines): readonly Change[] | undefined {
  const rounds: Int32Array[] = [];
  let steps = 0;
  for (let changes = 0; changes <= MOST_CHANGES; changes += 1) {
    const reached = new Int32Array(2 * changes + 1);
    rounds.push(reached);
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let at = beginOf(rounds[changes - 1], changes, diagonal);
      const from = at;
      while (at < before.length && at - diagonal < after.length && before[at] === after[at - diagonal])
        at += 1;
      reached[changes + diagonal] = at;
      if (at >= before.length && at - diagonal >= after.length)
        return wayBack(rounds, before.length, after.length);
      steps += at - from + 1;
    }
    if (steps > MOST_STEPS) return undefined;
  }
  return undefined;
}

/** How many lines of the first text are behind one after the last change, which adds a line or removes one. */
function beginOf(last: Int32Array | undefined, changes: number, diagonal: number): number {
  if (!last) return 0;
  const at = (neighbour: number) => last[changes - 1 + neighbour] ?? -1;
  return isAdded(last, changes, diagonal) ? at(diagonal + 1) : at(diagonal - 1) + 1;
}

function isAdded(last: Int32Array, changes: number, diagonal: number): boolean {
  if (diagonal === -changes) return true;
  const at = (neighbour: number) => last[changes - 1 + neighbour] ?? -1;
  return diagonal !== changes && at(diagonal - 1) < at(diagonal + 1);
}

function wayBack(
  rounds: readonly Int32Array[],
  beforeLength: number,
  afterLength: number,
): readonly Change[] {
  const path: Change[] = [];
  let [at, diagonal] = [beforeLength, beforeLength - afterLength];
  for (let changes = rounds.length - 1; changes >= 0; changes -= 1) {
    const last = rounds[changes - 1];
    for (const begin = beginOf(last, changes, diagonal); at > begin; at -= 1) path.push('same');
    if (!last) break;
    const added = isAdded(last, changes, diagonal);
    path.push(added ? 'added' : 'removed');
    diagonal += added ? 1 : -1;
    if (!added) at -= 1;
  }
  return path.reverse();
}

function follow(path: readonly Change[], before: Lines, after: Lines): readonly DiffLine[] {
  let [one, other] = [0, 0];
  return path.map((change) => {
    if (change !== 'added') one += 1;
    if (change !== 'removed') other += 1;
    return {
      change,
      text: (change === 'added' ? after[other - 1] : before[one - 1]) ?? '',
      ...(change !== 'added' && { before: one }),
      ...(change !== 'removed' && { after: other }),
    };
  });
}

/** Lines that are shown, or how many that are the same are left out in their place. */
export type DiffPart = DiffLine | { readonly change: 'left-out'; readonly count: number };

const CONTEXT = 4;

/** The changes with a few lines around them; a stretch of lines that are the same is left out if it is longer. */
export function foldSame(lines: readonly DiffLine[]): readonly DiffPart[] {
  const parts: DiffPart[] = [];
  let count = 0;
  lines.forEach((line, at) => {
    if (!isNearChange(lines, at)) count += 1;
    else {
      if (count > 0) parts.push({ change: 'left-out', count });
      count = 0;
      parts.push(line);
    }
  });
  if (count > 0) parts.push({ change: 'left-out', count });
  return parts;
}

const isNearChange = (lines: readonly DiffLine[], at: number): boolean =>
  lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ change }) => change !== 'same');
