import type { BotPurpose } from './bots.ts';
import type { Catalogue, KnownBot } from './catalogue.ts';
import { findBot } from './find-bot.ts';

/** Every purpose, in the order in which they are listed. */
export const PURPOSES = [
  'training',
  'search',
  'user',
  'agent',
  'other',
] as const satisfies readonly BotPurpose[];

/** The visits of bots of one purpose. */
export type PurposeCount = { readonly purpose: BotPurpose; readonly count: number };

/** The purpose of a bot by its name; "other" for a name that the catalogue does not have. */
export function purposeOf(catalogue: Catalogue, botName: string): BotPurpose {
  return findBot(catalogue, botName)?.purpose ?? 'other';
}

/** The names of the bots of a purpose: these, or all but these. */
export function botsOf(
  { known }: Catalogue,
  purpose: BotPurpose,
): { readonly names: readonly string[] } | { readonly otherThan: readonly string[] } {
  const namesOf = (is: (bot: KnownBot) => boolean) => [...known.values()].filter(is).map(({ name }) => name);
  return purpose === 'other'
    ? { otherThan: namesOf((bot) => bot.purpose !== 'other') }
    : { names: namesOf((bot) => bot.purpose === purpose) };
}

/** The visits of bots by purpose, in the order of the catalogue, without purposes that no bot has. */
export function countPurposes(
  catalogue: Catalogue,
  bots: readonly { readonly name: string; readonly count: number }[],
): readonly PurposeCount[] {
  const counts = new Map<BotPurpose, number>();
  for (const { name, count } of bots) {
    const purpose = purposeOf(catalogue, name);
    counts.set(purpose, (counts.get(purpose) ?? 0) + count);
  }
  return PURPOSES.flatMap((purpose) => {
    const count = counts.get(purpose) ?? 0;
    return count > 0 ? [{ purpose, count }] : [];
  });
}
