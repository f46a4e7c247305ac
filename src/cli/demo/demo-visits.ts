import type { BotPurpose } from '../../catalogue/bots.ts';
import { INSTALLED, type KnownBot } from '../../catalogue/catalogue.ts';
import { findBot } from '../../catalogue/find-bot.ts';
import { PUBLISHED_LISTS } from '../../catalogue/range-lists.ts';
import type { NewBotVisit } from '../../domain/event.ts';
import { growth, isDown, rhythm } from './demo-calendar.ts';
import { type DemoHour, instantIn } from './demo-hour.ts';
import {
  DEMO_BOTS,
  BOT_COUNTRIES,
  CRAWLED_PAGES,
  IMPOSTOR_COUNTRIES,
  OLD_PAGES,
  PAGES,
  PROBED_PAGES,
  STATUSES,
} from './demo-rows.ts';
import type { Random } from './random.ts';

/** How visits grow while the site doubles: at 2 they double twice. */
const TREND: Readonly<Record<BotPurpose, number>> = {
  training: 0.5,
  search: 1,
  user: 1.6,
  agent: 2,
  other: 0.2,
};

/** The share of requests that fail while the site is down. */
const DOWN_SHARE = 0.8;
const HOME_SHARE = 0.85;
const IMPOSTOR_SHARE = 0.025;
const OLD_PAGE_SHARE = 0.06;
/** The share of visits that are recorded without an address. */
const ADDRESSLESS_SHARE = 0.015;

/** Bots whose operators publish where they come from. */
const LISTED = new Set(PUBLISHED_LISTS.flatMap(({ bots }) => bots));

/** Who signs the requests of which agent. */
const SIGNERS = new Map(INSTALLED.signers.map(({ botName, host }) => [botName, host]));

/** The visits of bots in an hour. */
export function botVisits(hour: DemoHour): readonly NewBotVisit[] {
  return DEMO_BOTS.flatMap(([name, home, visitsPerDay]) => {
    const bot = findBot(INSTALLED, name);
    if (bot === undefined) return [];
    const level = growth(hour.ageMs) ** TREND[bot.purpose] * (isCrawler(bot) ? 1 : rhythm(hour.startMs));
    const count = hour.random.count((visitsPerDay / 24) * level);
    return Array.from({ length: count }, () => visit(hour, bot, home));
  });
}

/** The others come when a person wants something. */
function isCrawler({ purpose }: KnownBot): boolean {
  return purpose !== 'user' && purpose !== 'agent';
}

function visit(hour: DemoHour, bot: KnownBot, home: string): NewBotVisit {
  const isFake = LISTED.has(bot.name) && isCrawler(bot) && hour.random.next() < IMPOSTOR_SHARE;
  return {
    type: 'bot',
    createdAtMs: instantIn(hour),
    botName: bot.name,
    botCompany: bot.company,
    ...(isFake ? impostor(hour.random) : operator(hour.random, bot, home)),
    ...(isFake ? failure(hour.random, hour.random.pick(PROBED_PAGES)) : answer(hour, bot)),
  };
}

type Origin = Pick<NewBotVisit, 'country' | 'verdict' | 'proof'>;

function impostor(random: Random): Origin {
  return { country: random.pick(IMPOSTOR_COUNTRIES)[0], verdict: 'outside' };
}

function operator(random: Random, { name }: KnownBot, home: string): Origin {
  const signer = SIGNERS.get(name);
  if (random.next() < ADDRESSLESS_SHARE) return { country: 'XX', verdict: 'unknown' };
  const country = random.next() < HOME_SHARE ? home : random.pick(BOT_COUNTRIES)[0];
  if (signer) return { country, verdict: 'signed', proof: { state: 'valid', signer } };
  return { country, verdict: LISTED.has(name) ? 'verified' : 'no-list' };
}

type Answer = Pick<NewBotVisit, 'pagePath' | 'status' | 'bytes'>;

function answer({ random, ageMs }: DemoHour, bot: KnownBot): Answer {
  if (bot.purpose === 'training' && random.next() < OLD_PAGE_SHARE)
    return failure(random, random.pick(OLD_PAGES));
  const [pagePath, kilobytes] = random.pick(isCrawler(bot) ? CRAWLED_PAGES : PAGES);
  if (isDown(ageMs) && random.next() < DOWN_SHARE) return failure(random, [pagePath, 503]);
  const [status] = random.pick(STATUSES);
  if (status >= 400) return failure(random, [pagePath, status]);
  // pages change a little from day to day
  const bytes = status === 304 ? 0 : Math.round(kilobytes * 1000 * (0.97 + 0.06 * random.next()));
  return { pagePath, status, bytes };
}

function failure(random: Random, [pagePath, status]: readonly [string, number, ...unknown[]]): Answer {
  return { pagePath, status, bytes: 150 + Math.floor(500 * random.next()) };
}
