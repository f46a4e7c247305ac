import { isLanding, isOpenConversion } from '../../domain/attribution.ts';
import type { NewEvent } from '../../domain/event.ts';
import { startOfDay } from '../../domain/time.ts';
import type { Database } from '../../database/database.ts';
import { noteAttribution } from '../../queries/attribution.ts';
import type { Attributing } from '../../queries/landing-statements.ts';
import { attributeInOrder } from './attribute-in-order.ts';
import { createOwnLandings } from './own-landings.ts';
import { createSharedLandings } from './shared-landings.ts';

/** Finds the LLM products that sent the visitors of conversions, by the landings of the same clients before. */
export type Attribution = {
  /** Notes since when conversions are looked up: from now on, unless they were before; or that they are not. */
  note(sinceMs?: number): Promise<void>;
  /**
   * Prepares a batch of a site for the transaction that records it. Undefined, and nothing is asked, if there is nothing to
   * find and nothing to remember: no landing and no conversion of a known client.
   */
  begin(siteId: string, events: readonly NewEvent[]): Promise<Attributing | undefined>;
  /**
   * Keeps in memory the landings among events that have just been recorded, or were before: of these, a follower that starts
   * reads those whose time is not over.
   */
  remember(siteId: string, events: readonly NewEvent[]): void;
  /** Reads the secrets again before they are used: some were replaced. */
  renewSecrets(): void;
  /** Forgets what is over. */
  forget(): void;
};

/** Conversions get no product, but for those that come with one. */
export const NO_ATTRIBUTION: Attribution = {
  note: () => Promise.resolve(),
  begin: () => Promise.resolve(undefined),
  remember: () => undefined,
  renewSecrets: () => undefined,
  forget: () => undefined,
};

export type AttributionParts = {
  readonly db: Database;
  /** How long after a landing a conversion gets its product; 0: never. */
  readonly minutes: number;
  readonly now: () => number;
  /**
   * A server shares its landings with all processes, and keeps in memory those of days before today. A follower shares them
   * and keeps all of them besides, so that a crash of the database loses none. An import keeps them for itself, until its
   * end.
   */
  readonly by: 'server' | 'follower' | 'import';
};

/** Requests are recorded some seconds after they were made. */
const LATE_MS = 60_000;

/** Makes what the recorder of a process finds products with. */
export function createAttribution({ db, minutes, now, by }: AttributionParts): Attribution {
  const note = (sinceMs = now()) => noteAttribution(db, { minutes, nowMs: sinceMs });
  if (minutes === 0) return { ...NO_ATTRIBUTION, note };
  const windowMs = minutes * 60_000;
  const own = createOwnLandings({ keepMs: by === 'import' ? Infinity : windowMs + LATE_MS });
  const shared = by === 'import' ? undefined : createSharedLandings({ db, windowMs, now });
  return {
    note,
    async begin(siteId, events) {
      if (!events.some((event) => isLanding(event) || isOpenConversion(event))) return undefined;
      const batch = await shared?.prepare(siteId, events);
      const attribute: Attributing['attribute'] = (some, found) => ({
        events: attributeInOrder(some, windowMs, (conversion, fromMs) => [
          own.last(siteId, conversion.client, fromMs, conversion.createdAtMs),
          batch?.latest(conversion, found),
        ]),
        landings: batch?.rowsOf(some),
      });
      return { search: batch?.search, attribute };
    },
    remember(siteId, events) {
      const nowMs = now();
      for (const event of events)
        if (isLanding(event) && (by !== 'server' || event.createdAtMs < startOfDay(nowMs)))
          own.add(siteId, event, nowMs);
    },
    renewSecrets: () => shared?.secrets.drop(),
    forget() {
      own.forget(now());
      shared?.secrets.forget(now());
    },
  };
}
