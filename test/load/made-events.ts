import type { Days, OracleEvent } from '../support/oracle.ts';

const DAY_MS = 86_400_000;
const DAYS = 3;
/** Without a common divisor with the three days, so that no two events of a site have the same time. */
const STEP_MS = 7_919;

const BOTS = [
  ['GPTBot', 'OpenAI'],
  ['ClaudeBot', 'Anthropic'],
  ['PerplexityBot', 'Perplexity'],
] as const;
const SOURCES = ['chatgpt', 'perplexity'] as const;
const GOALS = ['signup', 'purchase'] as const;
const COUNTRIES = ['DE', 'US', 'XX'] as const;

/** The events of a run lie in the three full days before it began. */
export function daysBefore(nowMs: number): Days {
  const dayOf = (daysAgo: number) => new Date(nowMs - daysAgo * DAY_MS).toISOString().slice(0, 10);
  return { start: dayOf(DAYS), end: dayOf(1) };
}

/** The event of a site with this number. What is recorded of it, and when, follows from the number alone. */
export function madeEvent(days: Days, n: number): OracleEvent {
  const createdAt = new Date(Date.parse(days.start) + ((n * STEP_MS) % (DAYS * DAY_MS))).toISOString();
  const common = {
    id: n,
    pagePath: pathOf(n),
    country: pick(COUNTRIES, n),
    createdAt,
    company: '',
    value: null,
  };
  const round = Math.floor(n / 5);
  if (n % 5 === 3) return { ...common, type: 'referral', name: pick(SOURCES, round) };
  if (n % 5 === 4) {
    return { ...common, type: 'conversion', name: pick(GOALS, round), value: ((n % 400) / 4).toFixed(2) };
  }
  const [name, company] = pick(BOTS, round);
  return { ...common, type: 'bot', name, company };
}

/** The event as the collector takes it. */
export function itemOf({ type, pagePath, country, createdAt, name, company, value }: OracleEvent): object {
  const common = { type, page_path: pagePath, country, created_at: createdAt };
  if (type === 'bot') return { ...common, bot_name: name, bot_company: company };
  if (type === 'referral') return { ...common, source: name };
  return { ...common, event_name: name, event_value: Number(value) };
}

/** The number of the event with this path; undefined for a path that none has. */
export function numberOf(path: string): number | undefined {
  const n = Number(path.slice(1));
  return Number.isSafeInteger(n) && path === pathOf(n) ? n : undefined;
}

function pathOf(n: number): string {
  return `/${n}`;
}

function pick<Item>(items: readonly Item[], n: number): Item {
  return items[n % items.length] as Item;
}
