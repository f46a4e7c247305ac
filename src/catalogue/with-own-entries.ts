import type { Bot } from './bots.ts';
import type { Entries } from './catalogue.ts';
import type { Own, OwnBot, OwnEntries } from './own-entries.ts';
import { literally } from './product-token.ts';

/** The installed entries with an operator's own, which come first, so that they win where both match. */
export function withOwnEntries(installed: Entries, own: OwnEntries): Entries {
  return {
    bots: withOwnBots(installed.bots, own.bots),
    products: merged(installed.products, own.products, ({ source }) => source),
    signers: merged(installed.signers, own.signers, ({ host }) => host),
  };
}

/** A bot that keeps the pattern of the installed one of its name keeps its place, too: patterns build on their order. */
function withOwnBots(installed: readonly Bot[], { entries, removed }: Own<OwnBot>): readonly Bot[] {
  const byName = new Map(installed.map((bot) => [bot.name, bot]));
  const keeps = ({ name, pattern }: OwnBot) => pattern === undefined && byName.has(name);
  const inPlace = new Map(entries.filter(keeps).map((bot) => [bot.name, bot]));
  const others = entries
    .filter((bot) => !keeps(bot))
    .map((bot) => ({ ...bot, pattern: bot.pattern ?? literally(bot.name) }));
  return merged(
    installed.map((bot) => ({ ...bot, ...inPlace.get(bot.name), pattern: bot.pattern })),
    { entries: others, removed },
    ({ name }) => name,
  );
}

function merged<Entry>(
  installed: readonly Entry[],
  { entries, removed }: Own<Entry>,
  keyOf: (entry: Entry) => string,
): readonly Entry[] {
  const gone = new Set([...removed, ...entries.map(keyOf)]);
  return [...entries, ...installed.filter((entry) => !gone.has(keyOf(entry)))];
}
