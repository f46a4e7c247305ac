import { PURPOSES, type PurposeCount, purposeOf } from '../../catalogue/purposes.ts';
import type { BotPurpose } from '../../catalogue/bots.ts';

/** The visits of bots by purpose, in the order of the catalogue, without purposes that no bot has. */
export function countPurposes(
  bots: readonly { readonly name: string; readonly count: number }[],
): readonly PurposeCount[] {
  const counts = new Map<BotPurpose, number>();
  for (const { name, count } of bots) {
    const purpose = purposeOf(name);
    counts.set(purpose, (counts.get(purpose) ?? 0) + count);
  }
  return PURPOSES.flatMap((purpose) => {
    const count = counts.get(purpose) ?? 0;
    return count > 0 ? [{ purpose, count }] : [];
  });
}
