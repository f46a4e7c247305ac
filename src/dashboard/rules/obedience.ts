import type { RulesQuery } from '../generated/graphql.ts';
import { formatCount, sumOf } from '../numbers.ts';
import type { Fill } from '../parts/fill.ts';
import { type Day, addDays, formatDay, startOf } from '../time/days.ts';

type Site = NonNullable<RulesQuery['site']>;

export type Obedience = NonNullable<Site['obedience']>;
export type BotObedience = Obedience['bots'][number];
export type RobotsVersion = NonNullable<Site['robotsVersions']>[number];

/** How many visits there are of each kind. */
export type Obeyed = { readonly against: number; readonly allowed: number; readonly unknown: number };

export const KINDS: readonly { readonly field: keyof Obeyed; readonly fill: Fill; readonly name: string }[] =
  [
    { field: 'against', fill: 'full', name: 'Violations' },
    { field: 'allowed', fill: 'pale', name: 'Followed' },
    { field: 'unknown', fill: 'empty', name: 'Unknown' },
  ];

export const togetherOf = (bots: readonly Obeyed[]): Obeyed => ({
  against: sumOf(bots, ({ against }) => against),
  allowed: sumOf(bots, ({ allowed }) => allowed),
  unknown: sumOf(bots, ({ unknown }) => unknown),
});

export const checkedOf = ({ against, allowed }: Obeyed): number => against + allowed;

/** The bots with most violations first. */
export const mostBroken = <Bot extends Obeyed>(bots: readonly Bot[]): readonly Bot[] =>
  bots.toSorted((a, b) => b.against - a.against || checkedOf(b) - checkedOf(a) || b.unknown - a.unknown);

/** Visits are usually checked within two minutes. */
const USUAL_LAG_MS = 120_000;

type Judged = { readonly judgedUntil: string | null };

/** Whether visits of these days have yet to be checked, as when a version was added. */
export function isBehind({ judgedUntil }: Judged, end: Day, atMs: number): boolean {
  if (judgedUntil === null) return true;
  return Date.parse(judgedUntil) < Math.min(atMs, startOf(addDays(end, 1))) - USUAL_LAG_MS;
}

/** `Nov 2, 09:40`, with the year if it is not that of `today`. */
export const formatMoment = (instant: string, today: Day): string =>
  `${formatDay(instant.slice(0, 10), today)}, ${instant.slice(11, 16)}`;

/** What is said while visits have yet to be checked. `again` is how many of those that were are checked again. */
export function wordsOfChecking({ judgedUntil }: Judged, again: number | undefined, today: Day): string {
  if (again !== undefined && again > 0)
    return `Checking ${formatCount(again)} ${again === 1 ? 'visit' : 'visits'} again. Until then, these are the earlier figures.`;
  if (judgedUntil === null) return 'No visit has been checked yet. It takes about a minute.';
  return `Checked up to ${formatMoment(judgedUntil, today)} UTC. Later visits are not in these figures yet.`;
}
