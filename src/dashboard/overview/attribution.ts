import { sumOf } from '../numbers.ts';
import { type Day, addDays, dayOf, startOf } from '../time/days.ts';
import type { View } from '../time/range.ts';

/**
 * Of which conversions of the days shown it is known whether an LLM product sent the visitor: of none, because that is
 * switched off or was not looked up yet, of those after a day, or of all. `unread` if the service did not say.
 */
export type Attribution =
  | { readonly known: 'off' | 'unread' }
  | { readonly known: 'none' | 'all'; readonly minutes: number; readonly since: string | null }
  | {
      readonly known: 'later';
      readonly minutes: number;
      readonly since: string;
      /** The last day with conversions of which it may not be known. */
      readonly until: Day;
    };

/** What loads looks like that of a service where it is known. */
export const EXPECTED_ATTRIBUTION: Attribution = { known: 'unread' };

/** What the service says of it. */
export type AttributionFacts = {
  readonly attributionMinutes: number;
  readonly attributionSince: string | null;
  /** Of the first event of the days shown; null without any, and undefined if it is not known. */
  readonly firstEventAt?: string | null;
};

export function attributionOf(
  facts: AttributionFacts | null | undefined,
  { start, end }: Pick<View, 'start' | 'end'>,
): Attribution {
  if (!facts) return { known: 'unread' };
  const { attributionMinutes: minutes, attributionSince: since, firstEventAt } = facts;
  if (minutes === 0) return { known: 'off' };
  if (since === null) return { known: 'none', minutes, since };
  // what was not looked up is only what there was before
  const begins = firstEventAt ?? `${start}T00:00:00.000Z`;
  if (Date.parse(begins) >= Date.parse(since)) return { known: 'all', minutes, since };
  const until = dayBefore(since);
  return until >= end ? { known: 'none', minutes, since } : { known: 'later', minutes, since, until };
}

/** The day of an instant, or the one before if the day begins with it. */
function dayBefore(instant: string): Day {
  const day = dayOf(Date.parse(instant));
  return startOf(day) === Date.parse(instant) ? addDays(day, -1) : day;
}

/** Whether products have a rate. Where some conversions were not looked up, it would be too low. */
export const hasRates = ({ known }: Attribution): boolean => known === 'all';

/** Whether there is anything to say about what visitors did who were sent. */
export const hasBrought = ({ known }: Attribution): boolean => known !== 'off';

/** Conversions, and those of visitors that a product sent. */
export type Brought = {
  readonly all: number;
  readonly sent: number;
  readonly value: number;
};

type Counted = {
  readonly totals: { readonly conversions: number };
  readonly referralBreakdown: readonly { readonly conversions: number; readonly value: number }[];
};

export const broughtOf = ({ totals, referralBreakdown: sources }: Counted): Brought => ({
  all: totals.conversions,
  sent: sumOf(sources, ({ conversions }) => conversions),
  value: sumOf(sources, ({ value }) => value),
});

/** Conversions without a product: those whose product is unknown, and those of visitors that no product sent. */
export type Others = { readonly unknown: number; readonly ofNone: number };

/**
 * With the conversions up to the last day of which it is not known, if there is one: undefined until they are read. Of
 * that day itself the part after it began to be looked up counts as not known, since days are not split.
 */
export function othersOf(
  { all, sent }: Brought,
  { known }: Attribution,
  earlier: Pick<Brought, 'all' | 'sent'> | undefined,
): Others | undefined {
  const others = all - sent;
  if (known === 'all' || others === 0) return { unknown: 0, ofNone: others };
  if (known !== 'later') return { unknown: others, ofNone: 0 };
  if (!earlier) return undefined;
  // the two may be read at different moments
  const unknown = Math.min(others, earlier.all - earlier.sent);
  return { unknown, ofNone: others - unknown };
}
