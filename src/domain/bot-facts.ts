/** The verdicts on a number of bot visits. They add up to the visits. */
export type Verification = {
  readonly signed: number;
  readonly verified: number;
  readonly outside: number;
  readonly noList: number;
  readonly unknown: number;
};

/** The visits with one status; null for those that were recorded without one. */
export type StatusCount = { readonly status: number | null; readonly count: number };

/** What is known of a number of bot visits. */
export type BotFacts = {
  readonly verification: Verification;
  /** How many had a status from 400. */
  readonly failed: number;
  /** The sum of the sizes that were recorded, `MOST_BYTES` at most; null if none was. */
  readonly bytes: number | null;
};

/** The largest sum of sizes that is shown: beyond it, a JSON number is not exact. */
export const MOST_BYTES = Number.MAX_SAFE_INTEGER;

/** What is stored of a number of bot visits. Sums can be added and subtracted, which facts cannot. */
export type BotSums = {
  readonly count: number;
  readonly bytes: number;
  /** How many were recorded with their bytes. */
  readonly sized: number;
  readonly failed: number;
  readonly signed: number;
  readonly verified: number;
  readonly outside: number;
  readonly noList: number;
};

export const NO_VISITS: BotSums = {
  count: 0,
  bytes: 0,
  sized: 0,
  failed: 0,
  signed: 0,
  verified: 0,
  outside: 0,
  noList: 0,
};

/** Stands for sums that were not read: a response that has one of them fails, and shows no wrong number. */
export const UNREAD_SUMS: Omit<BotSums, 'count'> = {
  bytes: NaN,
  sized: NaN,
  failed: NaN,
  signed: NaN,
  verified: NaN,
  outside: NaN,
  noList: NaN,
};

/** The sums of both, or of the one without the other if `sign` is -1. */
export function addSums(one: BotSums, other: BotSums, sign: 1 | -1 = 1): BotSums {
  return {
    count: one.count + sign * other.count,
    bytes: one.bytes + sign * other.bytes,
    sized: one.sized + sign * other.sized,
    failed: one.failed + sign * other.failed,
    signed: one.signed + sign * other.signed,
    verified: one.verified + sign * other.verified,
    outside: one.outside + sign * other.outside,
    noList: one.noList + sign * other.noList,
  };
}

export function factsOf({ count, bytes, sized, failed, ...verdicts }: BotSums): BotFacts {
  return {
    verification: verificationOf(count, verdicts),
    failed,
    bytes: sized === 0 ? null : Math.min(bytes, MOST_BYTES),
  };
}

/** The verdicts on a number of visits, of which all others are unknown. */
export function verificationOf(
  visits: number,
  { signed, verified, outside, noList }: Omit<Verification, 'unknown'>,
): Verification {
  return { signed, verified, outside, noList, unknown: visits - signed - verified - outside - noList };
}
