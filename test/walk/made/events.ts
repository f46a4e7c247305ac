import type { Random } from '../../../src/cli/demo/random.ts';
import { DAY_MS, HOUR_MS, formatInstant } from '../../../src/domain/time.ts';
import {
  MADE_BOTS,
  MADE_COUNTRIES,
  MADE_GOALS,
  MADE_SOURCES,
  MADE_STATUSES,
  MADE_VERDICTS,
} from './names.ts';
import { ALIKE_PATHS, HEAVY_PATH, MADE_PATHS } from './paths.ts';
import type { Recorded } from './sites.ts';

/** An event as `events import` reads it; the collector accepts all but those with a verdict. */
export type MadeEvent = {
  readonly type: 'bot' | 'referral' | 'conversion';
  readonly page_path: string;
  readonly created_at: string;
  readonly [field: string]: string | number | null;
};

/** The events before now. */
export type Making = { readonly random: Random; readonly nowMs: number };

type Span = { readonly fromMs: number; readonly untilMs: number };

const YEAR_MS = 365 * DAY_MS;
const MONTH_MS = 29 * DAY_MS;

/** Between an event and now, so that no clock is ahead. */
const LATEST_MS = 90_000;

/** When nothing was recorded of the big site, by how long ago that began. */
const GAPS = [
  { beganMs: 12 * DAY_MS, lastedMs: 2 * DAY_MS },
  { beganMs: 3 * DAY_MS, lastedMs: 9 * HOUR_MS },
  { beganMs: 100 * DAY_MS, lastedMs: 6 * DAY_MS },
  { beganMs: 200 * DAY_MS, lastedMs: 20 * DAY_MS },
];

const FAILED_VISITS = 12_000;
/** 32 GiB: together they are hundreds of TB. */
const HEAVY_BYTES = 2 ** 35;

const REFERRALS = 6_000;
const PURCHASES = 1_500;

/** As many, of this value, sum up to what no column is made for: -224,999,983,980,246,500. */
const CORRECTIONS = 225;
const CORRECTION = -999_999_928_801_095.6;

/** A year of a big site, with gaps in recording: 300 bots in the last month, and 50,000 pages. */
export function* yearOfEvents(making: Making): Generator<MadeEvent> {
  const { nowMs } = making;
  for (const event of wholeYear(making))
    if (!isInGap(Date.parse(event.created_at), nowMs)) yield withVerdict(event, making.random);
}

function* wholeYear(making: Making): Generator<MadeEvent> {
  const { random, nowMs } = making;
  const untilMs = nowMs - LATEST_MS;
  const month = { fromMs: untilMs - MONTH_MS, untilMs };
  const year = { fromMs: untilMs - YEAR_MS, untilMs };
  for (const path of MADE_PATHS) yield botVisit(random, year, { path });
  for (const [index] of MADE_BOTS.entries()) yield botVisit(random, month, { path: '/', bot: index });
  for (let count = 0; count < 240; count++)
    yield botVisit(random, month, { path: oneOf(random, ALIKE_PATHS), bot: count % 3 });
  for (let count = 0; count < 4_000; count++)
    yield botVisit(random, month, { path: oneOf(random, MADE_PATHS.slice(0, 24)) });
  for (let count = 0; count < FAILED_VISITS; count++)
    yield { ...botVisit(random, month, { path: HEAVY_PATH }), status: 503, bytes: HEAVY_BYTES };
  for (let count = 0; count < REFERRALS; count++) yield referral(random, year);
  for (let count = 0; count < PURCHASES; count++) yield conversion(random, year);
  for (let count = 0; count < CORRECTIONS; count++)
    yield { ...conversion(random, month), event_name: 'correction', event_value: CORRECTION };
  yield botVisit(random, { fromMs: untilMs, untilMs }, { path: '/', bot: 0 });
}

function withVerdict(event: MadeEvent, random: Random): MadeEvent {
  return event.type === 'bot' ? { ...event, verdict: random.pick(MADE_VERDICTS)[0] } : event;
}

function isInGap(atMs: number, nowMs: number): boolean {
  return GAPS.some(({ beganMs, lastedMs }) => {
    const fromMs = nowMs - beganMs;
    return atMs >= fromMs && atMs < fromMs + lastedMs;
  });
}

/** The events of one of the other sites: fewer, and up to when it was recorded to. */
export function* fewEvents({ random, nowMs }: Making, recorded: Recorded): Generator<MadeEvent> {
  if (recorded.kind === 'never') return;
  const silentMs = recorded.kind === 'until' ? recorded.daysAgo * DAY_MS : LATEST_MS;
  const span = { fromMs: nowMs - silentMs - 60 * DAY_MS, untilMs: nowMs - silentMs };
  const visits = 40 + random.count(60);
  for (let count = 0; count < visits; count++)
    yield botVisit(random, span, { path: oneOf(random, MADE_PATHS.slice(0, 100)) });
  for (let count = 0; count < visits / 8; count++) yield referral(random, span);
  for (let count = 0; count < visits / 20; count++) yield conversion(random, span);
}

/** An event of this moment. */
export function eventOfNow(nowMs: number): MadeEvent {
  return {
    ...{ type: 'bot', page_path: '/', created_at: formatInstant(nowMs) },
    ...{ bot_name: 'GPTBot', bot_company: 'OpenAI', country: 'US', status: 200, bytes: 4_096 },
  };
}

function botVisit(
  random: Random,
  span: Span,
  { path, bot = someBot(random) }: { readonly path: string; readonly bot?: number },
): MadeEvent {
  const { name, company } = MADE_BOTS[bot] ?? { name: 'GPTBot', company: 'OpenAI' };
  const [status] = random.pick(MADE_STATUSES);
  return {
    ...{ type: 'bot', page_path: path, created_at: someTime(random, span) },
    ...{ bot_name: name, bot_company: company, country: random.pick(MADE_COUNTRIES)[0] },
    ...{ status, bytes: status === null ? null : Math.floor(random.next() ** 4 * 400_000) },
  };
}

function referral(random: Random, span: Span): MadeEvent {
  return {
    ...{ type: 'referral', page_path: oneOf(random, MADE_PATHS.slice(0, 400)) },
    ...{ created_at: someTime(random, span), country: random.pick(MADE_COUNTRIES)[0] },
    source: random.pick(MADE_SOURCES)[0],
  };
}

function conversion(random: Random, span: Span): MadeEvent {
  const [goal, page] = random.pick(MADE_GOALS);
  return {
    ...{ type: 'conversion', page_path: page, created_at: someTime(random, span) },
    ...{ country: random.pick(MADE_COUNTRIES)[0], event_name: goal },
    event_value: goal === 'purchase' ? Math.max(0.01, Math.floor(random.next() ** 3 * 50_000) / 100) : null,
  };
}

/** The first bots visit most. */
function someBot(random: Random): number {
  return Math.floor(random.next() ** 4 * MADE_BOTS.length);
}

function oneOf(random: Random, texts: readonly string[]): string {
  return texts[Math.floor(random.next() * texts.length)] ?? '/';
}

/** More often in the second half of a span than in the first. */
function someTime(random: Random, { fromMs, untilMs }: Span): string {
  return formatInstant(Math.floor(untilMs - random.next() ** 1.4 * (untilMs - fromMs)));
}
