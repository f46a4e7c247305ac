import type { Verdict } from '../domain/verdict.ts';
import { parseAddress } from './address.ts';
import type { RangeList } from './range-list.ts';
import { type RangeSet, createRangeSet } from './range-set.ts';

/** Compares the address of a request with the published ranges of the bot that it names. */
export type VerdictLookup = (botName: string, address: string) => Verdict;

type BotRanges = {
  readonly ranges: RangeSet;
  /** False if one of the bot's lists could not be read: an address outside the others may be in that one. */
  readonly isComplete: boolean;
};

/** A list without prefixes is one that was never read. */
export function createVerdicts(lists: readonly RangeList[]): VerdictLookup {
  const rangesOf = new Map(
    [...new Set(lists.flatMap(({ bots }) => bots))].map((bot) => [bot, rangesOfBot(lists, bot)]),
  );
  return (botName, text) => {
    const address = parseAddress(text);
    if (address === undefined) return 'unknown';
    const found = rangesOf.get(botName);
    if (found?.ranges.has(address) === true) return 'verified';
    return found?.isComplete === true ? 'outside' : 'no-list';
  };
}

function rangesOfBot(lists: readonly RangeList[], bot: string): BotRanges {
  const own = lists.filter(({ bots }) => bots.includes(bot));
  return {
    ranges: createRangeSet(own.flatMap(({ prefixes }) => prefixes)),
    isComplete: own.every(({ prefixes }) => prefixes.length > 0),
  };
}
