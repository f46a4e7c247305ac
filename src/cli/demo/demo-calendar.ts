import { DAY_MS, HOUR_MS } from '../../domain/time.ts';

/** Both happen again after this time, so that any 90 days have them, and those before the creation have them once. */
const PERIOD_MS = 70 * DAY_MS;

/** Recording stopped for a day and a half, 24 days before the demo was created. */
const GAP = { startMs: -24 * DAY_MS, lengthMs: 37 * HOUR_MS };

/** The site was down for four hours, 11 days before the demo was created. */
const OUTAGE = { startMs: -11 * DAY_MS, lengthMs: 4 * HOUR_MS };

/** Ages are those of the site, in milliseconds, and negative before the demo was created. */
export function isUnrecorded(ageMs: number): boolean {
  return isDuring(GAP, ageMs);
}

export function isDown(ageMs: number): boolean {
  return isDuring(OUTAGE, ageMs);
}

function isDuring({ startMs, lengthMs }: typeof GAP, ageMs: number): boolean {
  return (((ageMs - startMs) % PERIOD_MS) + PERIOD_MS) % PERIOD_MS < lengthMs;
}

/** The level of traffic: 1 when the demo is created, 0.4 when its traffic begins, and never above 1.35. */
export function growth(ageMs: number): number {
  return 1.35 / (1 + 0.35 * Math.exp(-ageMs / (47 * DAY_MS)));
}

/** How busy people are: 1 on average, most in the early afternoon, and less at weekends. */
export function rhythm(hourMs: number): number {
  const hour = (hourMs % DAY_MS) / HOUR_MS;
  const daylight = 1 - 0.82 * Math.cos(((hour - 2) / 24) * 2 * Math.PI);
  // 1970-01-01 was a Thursday
  const weekday = (Math.floor(hourMs / DAY_MS) + 4) % 7;
  return daylight * (weekday === 0 || weekday === 6 ? 0.63 : 1.15);
}
