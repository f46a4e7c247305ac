import type { NewConversion, NewEvent, NewReferral } from '../../domain/event.ts';
import { growth, rhythm } from './demo-calendar.ts';
import { type DemoHour, instantIn } from './demo-hour.ts';
import { GOALS, PAGES, SOURCES, VISITOR_COUNTRIES } from './demo-rows.ts';
import type { Random } from './random.ts';

/** Referrals grow faster than the site. */
const TREND = 1.4;

/** The share of referrals that convert. */
const CONVERSION_SHARE = 0.2;
export const CONVERTS_WITHIN_MS = 20 * 60_000;

/** The share of that time after which visitors have another address, so that nothing shows who sent them. */
const KNOWN_SHARE = 0.85;

/** Visitors from LLM products in an hour, and what they do soon after. */
export function clicks(hour: DemoHour): readonly NewEvent[] {
  const level = growth(hour.ageMs) ** TREND * rhythm(hour.startMs);
  return SOURCES.flatMap(([source, referralsPerDay]) => {
    const count = hour.random.count((referralsPerDay / 24) * level);
    return Array.from({ length: count }).flatMap(() => click(hour, source));
  });
}

function click(hour: DemoHour, source: string): readonly NewEvent[] {
  const { random } = hour;
  const referral: NewReferral = {
    type: 'referral',
    createdAtMs: instantIn(hour),
    pagePath: random.pick(PAGES)[0],
    country: random.pick(VISITOR_COUNTRIES)[0],
    source,
    status: 200,
  };
  return random.next() < CONVERSION_SHARE ? [referral, conversionAfter(referral, random)] : [referral];
}

function conversionAfter({ createdAtMs, country, source }: NewReferral, random: Random): NewConversion {
  const [eventName, pagePath, typicalValue] = random.pick(GOALS);
  const eventValue =
    typicalValue === null ? null : Math.round(typicalValue * (0.5 + random.next()) * 100) / 100;
  const share = 0.05 + 0.95 * random.next();
  const laterMs = createdAtMs + Math.floor(share * CONVERTS_WITHIN_MS);
  const sentBy = share < KNOWN_SHARE ? source : undefined;
  return { type: 'conversion', createdAtMs: laterMs, pagePath, country, eventName, eventValue, sentBy };
}
