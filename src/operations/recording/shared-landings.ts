import { createHmac } from 'node:crypto';
import { type Landing, type OpenConversion, isLanding, isOpenConversion } from '../../domain/attribution.ts';
import type { Client, NewEvent } from '../../domain/event.ts';
import { DAY_MS, startOfDay } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import type { FoundLanding, LandingRows, LandingSearch } from '../../queries/landing-statements.ts';
import type { DaySecret } from '../../queries/visitor-secrets.ts';
import { type DaySecrets, createDaySecrets } from './day-secrets.ts';
import type { Landed } from './landing-index.ts';

/** The landings that the processes of a database share, for one batch of a site. */
export type SharedBatch = {
  /** Where the conversions of the batch are looked for. */
  readonly search: LandingSearch | undefined;
  /** The latest landing that was found for a conversion. */
  readonly latest: (conversion: OpenConversion, found: readonly FoundLanding[]) => Landed | undefined;
  /** The landings among events of the batch, as they are stored. */
  readonly rowsOf: (events: readonly NewEvent[]) => LandingRows | undefined;
};

export type SharedLandings = {
  /** Reads the secrets that the batch needs. */
  prepare(siteId: string, events: readonly NewEvent[]): Promise<SharedBatch>;
  readonly secrets: Pick<DaySecrets, 'drop' | 'forget'>;
};

type SharedParts = { readonly db: Database; readonly windowMs: number; readonly now: () => number };

const MINUTE_MS = 60_000;

/**
 * Landings of yesterday, today and tomorrow are shared. Each lies under a key that its day's secret makes of the client: no
 * two days have the same, so a window over midnight has a key before and one after it.
 */
export function createSharedLandings({ db, windowMs, now }: SharedParts): SharedLandings {
  const secrets = createDaySecrets(db);
  return {
    secrets,
    async prepare(siteId, events) {
      const nowMs = now();
      const days = daysOf(events, windowMs).filter((day) => Math.abs(day - startOfDay(nowMs)) <= DAY_MS);
      const known = await secrets.of(days);
      const keyOf = (secret: DaySecret, client: Client) => keyWith(secret, siteId, client);
      const places = placesOf(events.filter(isOpenConversion), windowMs, known);
      return {
        search: searchOf(places, keyOf),
        latest: latestIn(places),
        rowsOf: (some) => rowsOf(some.filter(isLanding), { known, keyOf, windowMs, nowMs }),
      };
    },
  };
}

/** The days on which the landings of the events lie, or could. */
function daysOf(events: readonly NewEvent[], windowMs: number): readonly number[] {
  const days = new Set<number>();
  for (const event of events) {
    if (isLanding(event) || isOpenConversion(event)) days.add(startOfDay(event.createdAtMs));
    if (isOpenConversion(event)) days.add(startOfDay(event.createdAtMs - windowMs));
  }
  return [...days];
}

type Secrets = ReadonlyMap<number, DaySecret>;
type KeyOf = (secret: DaySecret, client: Client) => string;

/** The part of a conversion's window that lies on one day. */
type Place = {
  readonly conversion: OpenConversion;
  readonly day: number;
  readonly secret: DaySecret;
  readonly fromMs: number;
  readonly untilMs: number;
};

function placesOf(
  conversions: readonly OpenConversion[],
  windowMs: number,
  known: Secrets,
): readonly Place[] {
  return conversions.flatMap((conversion) => {
    const [fromMs, untilMs] = [conversion.createdAtMs - windowMs, conversion.createdAtMs];
    const days = new Set([startOfDay(fromMs), startOfDay(untilMs)]);
    return [...days].flatMap((day) => {
      const secret = known.get(day);
      if (secret === undefined) return [];
      const part = { fromMs: Math.max(fromMs - day, 0), untilMs: Math.min(untilMs - day, DAY_MS - 1) };
      return [{ conversion, day, secret, ...part }];
    });
  });
}

function searchOf(places: readonly Place[], keyOf: KeyOf): LandingSearch | undefined {
  if (places.length === 0) return undefined;
  return {
    secretIds: [...new Set(places.map(({ secret }) => secret.id))],
    clients: places.map(({ secret, conversion }) => keyOf(secret, conversion.client)),
    fromMs: places.map(({ fromMs }) => fromMs),
    untilMs: places.map(({ untilMs }) => untilMs),
  };
}

/** The part of the day before comes before that of the day itself, and so has the earlier landing. */
function latestIn(places: readonly Place[]): SharedBatch['latest'] {
  let looked: LatestBy = { found: [], landed: new Map() };
  return (conversion, found) => {
    if (looked.found !== found) looked = { found, landed: landedByConversion(places, found) };
    return looked.landed.get(conversion);
  };
}

type LatestBy = {
  readonly found: readonly FoundLanding[];
  readonly landed: ReadonlyMap<OpenConversion, Landed>;
};

function landedByConversion(places: readonly Place[], found: readonly FoundLanding[]): LatestBy['landed'] {
  const landed = new Map<OpenConversion, Landed>();
  for (const { place, landedMs, source } of found.toSorted((a, b) => a.place - b.place)) {
    const at = places[place];
    if (at !== undefined) landed.set(at.conversion, { landedMs: at.day + landedMs, source });
  }
  return landed;
}

type Storing = {
  readonly known: Secrets;
  readonly keyOf: KeyOf;
  readonly windowMs: number;
  readonly nowMs: number;
};

/** Of landings with one key and time, the last is stored. */
function rowsOf(
  landings: readonly Landing[],
  { known, keyOf, windowMs, nowMs }: Storing,
): LandingRows | undefined {
  const rows = new Map<string, Landed & { readonly key: string; readonly secretId: string }>();
  for (const { createdAtMs: landedMs, client, source } of landings) {
    const secret = known.get(startOfDay(landedMs));
    if (secret === undefined) continue;
    const key = keyOf(secret, client);
    rows.set(`${key} ${landedMs}`, { key, landedMs, source, secretId: secret.id });
  }
  if (rows.size === 0) return undefined;
  const stored = [...rows.values()];
  return {
    secretIds: [...new Set(stored.map(({ secretId }) => secretId))],
    clients: stored.map(({ key }) => key),
    landedMs: stored.map(({ landedMs }) => landedMs - startOfDay(landedMs)),
    endsMinutes: stored.map(({ landedMs }) => Math.ceil((Math.max(landedMs, nowMs) + windowMs) / MINUTE_MS)),
    sources: stored.map(({ source }) => source),
  };
}

/** Of a client at a site: the first 64 bits of a keyed hash, as the decimal of a signed integer. */
function keyWith({ secret }: DaySecret, siteId: string, client: Client): string {
  return createHmac('sha256', secret).update(`${siteId}\0${client}`).digest().readBigInt64BE(0).toString();
}
