import { type Address, compareAddresses } from './address.ts';
import type { Prefix } from './prefix.ts';

/** Ranges of addresses, sorted and apart from each other. */
export type RangeSet = {
  /** Whether one of the ranges contains the address. */
  has(address: Address): boolean;
};

/** The set of all addresses in the prefixes. */
export function createRangeSet(prefixes: readonly Prefix[]): RangeSet {
  const outermost = withoutNested(prefixes);
  const firsts = outermost.map(({ first }) => first);
  const lasts = outermost.map(({ last }) => last);
  return {
    has(address) {
      const last = lasts[countUpTo(firsts, address) - 1];
      return last !== undefined && compareAddresses(address, last) <= 0;
    },
  };
}

/** Two prefixes are apart, or one contains the other. The containing one comes first in the order of this sort. */
function withoutNested(prefixes: readonly Prefix[]): readonly Prefix[] {
  const sorted = prefixes.toSorted(
    (one, other) => compareAddresses(one.first, other.first) || compareAddresses(other.last, one.last),
  );
  const outermost: Prefix[] = [];
  for (const prefix of sorted) {
    const previous = outermost.at(-1);
    if (previous === undefined || compareAddresses(prefix.last, previous.last) > 0) outermost.push(prefix);
  }
  return outermost;
}

/** How many of the sorted addresses are not higher than this one, by binary search. */
function countUpTo(sorted: readonly Address[], address: Address): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const candidate = sorted[middle];
    if (candidate !== undefined && compareAddresses(candidate, address) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
