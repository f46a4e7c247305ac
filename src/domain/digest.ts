import { DAY_MS, HOUR_MS, startOfDay, startOfMonth, startOfNextMonth } from './time.ts';

export const DIGEST_PERIODS = ['weekly', 'monthly'] as const;
export type DigestPeriod = (typeof DIGEST_PERIODS)[number];

/** When the digest of an account is sent. */
export type Digest = {
  /** Null: it is off. */
  readonly every: DigestPeriod | null;
  /** 1 to 7, from Monday; for a weekly one. */
  readonly weekday: number;
  /** 0 to 23, UTC. */
  readonly hour: number;
  /** When it is sent next; null if it is off. */
  readonly nextAtMs: number | null;
};

/** The digest of an account without a channel for it, whose owner has not chosen. */
export const NO_DIGEST: Digest = { every: null, weekday: 1, hour: 7, nextAtMs: null };

type Schedule = Pick<Digest, 'weekday' | 'hour'> & { readonly every: DigestPeriod };

/** The first time after an instant at which a digest is sent: on its weekday, or on the first of a month, at its hour. */
export function nextDigestAt({ every, weekday, hour }: Schedule, afterMs: number): number {
  if (every === 'monthly') {
    const atMs = startOfMonth(afterMs) + hour * HOUR_MS;
    return atMs > afterMs ? atMs : startOfNextMonth(afterMs) + hour * HOUR_MS;
  }
  const dayMs = startOfDay(afterMs);
  const ahead = (weekday - weekdayOf(dayMs) + 7) % 7;
  const atMs = dayMs + ahead * DAY_MS + hour * HOUR_MS;
  return atMs > afterMs ? atMs : atMs + 7 * DAY_MS;
}

/** 1 to 7, from Monday. */
function weekdayOf(dayMs: number): number {
  return new Date(dayMs).getUTCDay() || 7;
}

/** The days that a digest tells of when it is sent at an instant, and those that they are compared with. */
export function digestDays(every: DigestPeriod, atMs: number) {
  if (every === 'monthly') {
    const untilMs = startOfMonth(atMs);
    const fromMs = startOfMonth(untilMs - 1);
    return { fromMs, untilMs, beforeMs: startOfMonth(fromMs - 1) };
  }
  const untilMs = startOfDay(atMs);
  const fromMs = untilMs - 7 * DAY_MS;
  return { fromMs, untilMs, beforeMs: fromMs - 7 * DAY_MS };
}
