import { groupBy } from '../../domain/group-by.ts';
import type { BotSums } from '../../queries/obedience.ts';

/**
 * One for each name, with the company of most of its visits: of one name there is one token, and one reading counts for
 * all, whatever companies were recorded. Those with most visits against the rules first, then those with most visits.
 */
export function byName(sums: readonly BotSums[]): readonly BotSums[] {
  const named = groupBy(sums.toSorted(byVisits), ({ name }) => name);
  return [...named.values()].map((ofName) => ofName.reduce(added)).toSorted(byAgainst);
}

function added(one: BotSums, { allowed, against, unknown }: BotSums): BotSums {
  return {
    ...one,
    allowed: one.allowed + allowed,
    against: one.against + against,
    unknown: one.unknown + unknown,
  };
}

function byAgainst(one: BotSums, other: BotSums): number {
  return other.against - one.against || byVisits(one, other) || (one.name < other.name ? -1 : 1);
}

function byVisits(one: BotSums, other: BotSums): number {
  return visitsOf(other) - visitsOf(one);
}

function visitsOf({ allowed, against, unknown }: BotSums): number {
  return allowed + against + unknown;
}
