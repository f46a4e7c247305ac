import { createHash } from 'node:crypto';
import { hashApiKey, lastFour } from '../../src/domain/api-key.ts';
import { DAY_MS } from '../../src/domain/time.ts';
import type { TimeRange } from '../../src/domain/date-range.ts';

/** A site with its account and the account's key. */
export type BenchSite = {
  readonly accountId: number;
  readonly key: string;
  readonly siteId: string;
  readonly events: number;
  /** The number of different bot names. */
  readonly bots: number;
};

export type Dataset = {
  /** Many ordinary sites share the load, so that no account comes near its limit. */
  readonly crowd: readonly BenchSite[];
  /** The sites of the crowd with enough events for a page of a thousand. */
  readonly busy: readonly BenchSite[];
  /** One site of each size; all have the same days and names. */
  readonly sized: readonly BenchSite[];
  /** Sites of the same size with increasing numbers of names. */
  readonly named: readonly BenchSite[];
  /** A site with counts in every hour of ten years. */
  readonly decade: BenchSite;
};

/** The days that have events. They are fixed, so that every run sends the same requests to the same data. */
export const DAYS: TimeRange = {
  fromMs: Date.parse('2026-04-02T00:00:00Z'),
  untilMs: Date.parse('2026-07-01T00:00:00Z'),
};
export const DAY_COUNT = (DAYS.untilMs - DAYS.fromMs) / DAY_MS;

/** The ten years that end on the same day. */
export const DECADE: TimeRange = { fromMs: Date.parse('2016-07-01T00:00:00Z'), untilMs: DAYS.untilMs };

const BUSY_ONE_IN = 10;
const ORDINARY_EVENTS = 300;
const BUSY_EVENTS = 2_000;
const BOTS = 12;
const NAMED = [1, 50, 500, 5_000];
const NAMED_EVENTS = 50_000;

export type DatasetScale = {
  /** Ordinary sites. */
  readonly crowd: number;
  /** The events of the single big sites. */
  readonly sizes: readonly number[];
};

/** The accounts and sites of a run. */
export function planDataset(scale: DatasetScale): Dataset {
  const crowd = Array.from({ length: scale.crowd }, (_, index) =>
    planSite(index + 1, index % BUSY_ONE_IN === 0 ? BUSY_EVENTS : ORDINARY_EVENTS),
  );
  let accountId = scale.crowd;
  return {
    crowd,
    busy: crowd.filter(({ events }) => events === BUSY_EVENTS),
    sized: scale.sizes.map((events) => planSite(++accountId, events)),
    named: NAMED.map((bots) => planSite(++accountId, NAMED_EVENTS, bots)),
    decade: planSite(++accountId, 0),
  };
}

/** A site and its key, derived from the account's number alone. */
export function planSite(accountId: number, events: number, bots = BOTS): BenchSite {
  const key = `st_${createHash('sha256').update(`bench key ${accountId}`).digest('base64url')}`;
  return { accountId, key, siteId: `site_${String(accountId).padStart(16, '0')}`, events, bots };
}

/** The stored form of a key. */
export function storedKey({ key }: BenchSite): { readonly hash: string; readonly lastFour: string } {
  return { hash: hashApiKey(key), lastFour: lastFour(key) };
}
