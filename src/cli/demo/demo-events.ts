import type { NewEvent } from '../../domain/event.ts';
import { DAY_MS, HOUR_MS, startOfDay, startOfHour } from '../../domain/time.ts';
import { type Random, createRandom } from './random.ts';

const DAYS = 30;
const BOT_VISITS_PER_HOUR = 5;
const REFERRALS_PER_HOUR = 2.2;
/** The share of referrals that convert. */
const CONVERSION_SHARE = 0.22;
const SEED = 20_260_101;

/**
 * A month of made-up traffic of one site that ends at `nowMs`, oldest first: bots at all hours, people by day and fewer
 * at weekends, some of which convert soon after. It is always the same for the same `nowMs`.
 */
export function demoEvents(nowMs: number): readonly NewEvent[] {
  const random = createRandom(SEED);
  const events: NewEvent[] = [];
  for (let hourMs = startOfDay(nowMs) - DAYS * DAY_MS; hourMs <= startOfHour(nowMs); hourMs += HOUR_MS) {
    events.push(...botVisits(hourMs, random), ...clicks(hourMs, random));
  }
  return events
    .filter(({ createdAtMs }) => createdAtMs <= nowMs)
    .sort((one, other) => one.createdAtMs - other.createdAtMs);
}

function botVisits(hourMs: number, random: Random): readonly NewEvent[] {
  const count = random.count(BOT_VISITS_PER_HOUR * (0.6 + 0.4 * daylight(hourMs)));
  return Array.from({ length: count }, () => {
    const [botName, botCompany] = random.pick(BOTS);
    const told = {
      status: random.pick(STATUSES)[0],
      bytes: Math.floor(40_000 * random.next()),
      verdict: 'unknown',
    } as const;
    return { type: 'bot', ...common(hourMs, random), botName, botCompany, ...told };
  });
}

function clicks(hourMs: number, random: Random): readonly NewEvent[] {
  const count = random.count(REFERRALS_PER_HOUR * daylight(hourMs) * weekRhythm(hourMs));
  return Array.from({ length: count }).flatMap(() => {
    const click = {
      type: 'referral',
      ...common(hourMs, random),
      source: random.pick(SOURCES)[0],
      status: 200,
    } as const;
    return random.next() < CONVERSION_SHARE ? [click, conversionAfter(click, random)] : [click];
  });
}

function conversionAfter(
  click: { readonly createdAtMs: number; readonly country: string },
  random: Random,
): NewEvent {
  const [eventName, pagePath, typicalValue] = random.pick(GOALS);
  const eventValue =
    typicalValue === null ? null : Math.round(typicalValue * (0.5 + random.next()) * 100) / 100;
  const createdAtMs = click.createdAtMs + Math.floor((1 + 19 * random.next()) * 60_000);
  return { type: 'conversion', createdAtMs, pagePath, country: click.country, eventName, eventValue };
}

function common(hourMs: number, random: Random) {
  return {
    createdAtMs: hourMs + Math.floor(random.next() * HOUR_MS),
    pagePath: random.pick(PAGES)[0],
    country: random.pick(COUNTRIES)[0],
  };
}

/** From 0.1 at night to 1 in the early afternoon. */
function daylight(hourMs: number): number {
  const hour = (hourMs % DAY_MS) / HOUR_MS;
  return 0.55 - 0.45 * Math.cos(((hour - 2) / 24) * 2 * Math.PI);
}

/** 1970-01-01 was a Thursday. */
function weekRhythm(hourMs: number): number {
  const weekday = (Math.floor(hourMs / DAY_MS) + 4) % 7;
  return weekday === 0 || weekday === 6 ? 0.55 : 1;
}

// The last field of each row is its weight: how often it is picked.
const BOTS = [
  ['GPTBot', 'OpenAI', 24],
  ['ClaudeBot', 'Anthropic', 18],
  ['OAI-SearchBot', 'OpenAI', 11],
  ['ChatGPT-User', 'OpenAI', 10],
  ['PerplexityBot', 'Perplexity', 9],
  ['meta-externalagent', 'Meta', 8],
  ['Amazonbot', 'Amazon', 7],
  ['Bytespider', 'ByteDance', 6],
  ['CCBot', 'Common Crawl', 4],
  ['Claude-User', 'Anthropic', 3],
] as const;

const STATUSES = [
  [200, 88],
  [304, 6],
  [404, 4],
  [403, 1],
  [500, 1],
] as const;

const SOURCES = [
  ['chatgpt', 52],
  ['perplexity', 19],
  ['gemini', 11],
  ['claude', 9],
  ['copilot', 7],
  ['deepseek', 2],
] as const;

const GOALS = [
  ['signup', '/signup', null, 5],
  ['newsletter', '/blog', null, 3],
  ['purchase', '/checkout', 49, 3],
  ['demo-request', '/contact', 150, 1],
] as const;

const PAGES = [
  ['/', 9],
  ['/pricing', 6],
  ['/docs/getting-started', 6],
  ['/docs/api', 5],
  ['/blog/what-ai-crawlers-read', 4],
  ['/blog/measuring-referrals', 3],
  ['/about', 2],
] as const;

const COUNTRIES = [
  ['US', 42],
  ['DE', 14],
  ['GB', 12],
  ['IN', 10],
  ['FR', 8],
  ['JP', 7],
  ['BR', 4],
  ['XX', 3],
] as const;
