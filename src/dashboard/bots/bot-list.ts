import type { BotsQuery } from '../generated/graphql.ts';
import { sumOf } from '../numbers.ts';
import { PURPOSE_WORDS } from '../purposes.ts';
import type { BotFilters } from './bots-view.ts';
import { type Sort, type SortKey, isAscending } from './sort.ts';

export type BotsSite = NonNullable<BotsQuery['site']>;

type CountedBot = NonNullable<BotsSite['stats']>['botBreakdown'][number];
type ComparedBot = NonNullable<NonNullable<BotsSite['compared']>['botBreakdown'][number]>;

/** What is counted of a bot, and of several. Null is not known. */
export type BotSums = {
  readonly visits: number;
  /** The visits of the days that are compared, and those of the days before; null if none are compared. */
  readonly now: number | null;
  readonly before: number | null;
  /** Signed, or from an address of the operator. */
  readonly verified: number;
  readonly outside: number;
  readonly errors: number;
  readonly bytes: number | null;
};

export type ListedBot = BotSums & Pick<CountedBot, 'botName' | 'botCompany' | 'purpose'>;

/** Two bots of one name may have different companies. */
export const keyOf = ({ botName, botCompany }: Pick<ListedBot, 'botName' | 'botCompany'>): string =>
  `${botName}\0${botCompany}`;

/** All bots, those with most visits first, then those that came only on the days before. */
export function listBots({ stats, compared }: Pick<BotsSite, 'stats' | 'compared'>): readonly ListedBot[] {
  const counted = stats?.botBreakdown ?? [];
  if (!compared) {
    return counted.map((bot) => {
      const before = bot.previousCount;
      return listed(bot, { now: before === null ? null : bot.count, before });
    });
  }
  const ofFullDays = new Map(compared.botBreakdown.map((bot) => [keyOf(bot), bot]));
  const here = new Set(counted.map(keyOf));
  return [
    ...counted.map((bot) => listed(bot, sidesOf(ofFullDays.get(keyOf(bot))))),
    ...compared.botBreakdown
      .filter((bot) => !here.has(keyOf(bot)))
      .map((bot) => listed({ ...bot, ...NO_VISITS }, sidesOf(bot))),
  ];
}

const NO_VISITS = { count: 0, failed: 0, bytes: null, verification: { signed: 0, verified: 0, outside: 0 } };

const sidesOf = (bot: ComparedBot | undefined) => ({
  now: bot?.count ?? 0,
  before: bot?.previousCount ?? 0,
});

function listed(
  { botName, botCompany, purpose, count, failed, bytes, verification }: CountedBotFacts,
  { now, before }: Pick<BotSums, 'now' | 'before'>,
): ListedBot {
  const { signed, verified, outside } = verification;
  return {
    ...{ botName, botCompany, purpose, visits: count, now, before },
    ...{ verified: signed + verified, outside, errors: failed, bytes },
  };
}

type CountedBotFacts = Omit<CountedBot, 'previousCount'>;

/** Those of a company and a purpose whose name or company has the text, sorted. */
export function findBots(
  bots: readonly ListedBot[],
  { search, company, purpose, sort }: BotFilters,
): readonly ListedBot[] {
  const wanted = search.trim().toLowerCase();
  return bots
    .filter(
      (bot) =>
        (company === '' || bot.botCompany === company) &&
        (purpose === undefined || bot.purpose === purpose) &&
        (wanted === '' || `${bot.botName}\0${bot.botCompany}`.toLowerCase().includes(wanted)),
    )
    .toSorted(comparing(sort));
}

const namesInOrder = new Intl.Collator('en', { numeric: true });

/** What is not known comes last, from either end. Equal ones keep their order. */
function comparing(sort: Sort) {
  const sign = isAscending(sort) ? 1 : -1;
  return (a: ListedBot, b: ListedBot): number => {
    const [x, y] = [valueOf(a, sort.by), valueOf(b, sort.by)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    if (typeof x === 'string' || typeof y === 'string') return sign * namesInOrder.compare(`${x}`, `${y}`);
    return sign * (Number(x > y) - Number(x < y));
  };
}

function valueOf(bot: ListedBot, by: SortKey): string | number | null {
  switch (by) {
    case 'bot':
      return bot.botName;
    case 'company':
      return bot.botCompany;
    case 'purpose':
      return PURPOSE_WORDS[bot.purpose];
    case 'change':
      return changeOf(bot);
    case 'visits':
    case 'before':
    case 'verified':
    case 'outside':
    case 'errors':
    case 'bytes':
      return bot[by];
  }
}

/** The change in parts of one; without limit for a bot that is new. */
function changeOf({ now, before }: BotSums): number | null {
  if (now === null || before === null || (now === 0 && before === 0)) return null;
  return before === 0 ? Infinity : (now - before) / before;
}

/** What several bots have together. */
export function sumsOf(bots: readonly BotSums[]): BotSums {
  const known = (field: 'now' | 'before' | 'bytes') => {
    const counts = bots.flatMap((bot) => bot[field] ?? []);
    return counts.length === 0 ? null : sumOf(counts, (count) => count);
  };
  return {
    visits: sumOf(bots, ({ visits }) => visits),
    now: known('now'),
    before: known('before'),
    verified: sumOf(bots, ({ verified }) => verified),
    outside: sumOf(bots, ({ outside }) => outside),
    errors: sumOf(bots, ({ errors }) => errors),
    bytes: known('bytes'),
  };
}
