import type { PageCount } from '../../src/domain/page-count.ts';
import { type Days, type OracleEvent, compareText, isWithin } from './oracle.ts';

/** What the insight oracle counts beside what REST shows; it shares no code with the product. */
export type FactEvent = OracleEvent & { readonly status: number | null; readonly bytes: number | null };

export type PageQuestion = Days & {
  readonly orderBy?: 'BOT_VISITS' | 'REFERRALS' | 'CONVERSIONS' | 'FAILED';
  readonly search?: string;
  /** Which bots count; all events if it is left out. */
  readonly ofBot?: (event: FactEvent) => boolean;
};

const ORDERS = {
  BOT_VISITS: 'botVisits',
  REFERRALS: 'referrals',
  CONVERSIONS: 'conversions',
  FAILED: 'failed',
} as const;

export function oraclePageCounts(
  events: readonly FactEvent[],
  { orderBy = 'BOT_VISITS', search, ofBot, ...days }: PageQuestion,
): readonly PageCount[] {
  const counted = events
    .filter(isWithin(days))
    .filter((event) => ofBot === undefined || (event.type === 'bot' && ofBot(event)));
  const order = ORDERS[orderBy];
  return [...groupBy(counted, ({ pagePath }) => pagePath)]
    .filter(([path]) => search === undefined || path.includes(search) || decoded(path).includes(search))
    .map(([pagePath, group]) => ({ pagePath, ...countFacts(group) }))
    .toSorted((a, b) => b[order] - a[order] || compareText(a.pagePath, b.pagePath));
}

function groupBy(
  events: readonly FactEvent[],
  keyOf: (event: FactEvent) => string,
): ReadonlyMap<string, readonly FactEvent[]> {
  const groups = new Map<string, FactEvent[]>();
  for (const event of events) {
    const group = groups.get(keyOf(event));
    if (group) group.push(event);
    else groups.set(keyOf(event), [event]);
  }
  return groups;
}

function countFacts(group: readonly FactEvent[]) {
  const bots = group.filter(({ type }) => type === 'bot');
  const sized = bots.flatMap(({ bytes }) => (bytes === null ? [] : [bytes]));
  return {
    botVisits: bots.length,
    referrals: group.filter(({ type }) => type === 'referral').length,
    conversions: group.filter(({ type }) => type === 'conversion').length,
    failed: bots.filter(({ status }) => status !== null && status >= 400).length,
    bytes: sized.length === 0 ? null : sized.reduce((sum, bytes) => sum + bytes, 0),
  };
}

/** Bytes that are no text become U+FFFD, which nobody searches here. */
function decoded(path: string): string {
  return path.replace(/(?:%[\da-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

export function oracleCountries(events: readonly FactEvent[], days: Days) {
  return [...groupBy(events.filter(isWithin(days)), ({ country }) => country)]
    .map(([country, group]) => {
      const { botVisits, referrals, conversions } = countFacts(group);
      return { country, botVisits, referrals, conversions };
    })
    .toSorted(
      (a, b) =>
        b.botVisits - a.botVisits ||
        b.referrals - a.referrals ||
        b.conversions - a.conversions ||
        compareText(a.country, b.country),
    );
}
