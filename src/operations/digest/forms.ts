import { totalOf } from '../../domain/event-counts.ts';
import type { DigestContent } from './content.ts';

/** How much is told of a site. */
export type Form = 'full' | 'brief' | 'totals';

/** A site beside one with so many times its events is told briefly. */
const SMALL_BESIDE = 5;

/** How each site is told if there is room for all. */
export function formsOf({ sites }: Pick<DigestContent, 'sites'>): readonly Form[] {
  const most = Math.max(...sites.map(({ counts }) => totalOf(counts)));
  return sites.map(({ counts, details }) => {
    if (details === null) return 'totals';
    return totalOf(counts) * SMALL_BESIDE < most ? 'brief' : 'full';
  });
}
