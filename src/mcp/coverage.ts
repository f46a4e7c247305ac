import * as z from 'zod';
import type { RequestContext } from '../context.ts';
import { type TimeRange, datesOf } from '../domain/date-range.ts';
import { Refusal } from '../domain/refusal.ts';
import { coverage } from '../operations/reading/coverage.ts';
import { GAP_DAYS } from '../operations/reading/gaps.ts';
import { coverageObject, coverageSchema } from '../wire/coverage.ts';
import { count } from '../wire/parts.ts';
import { inert } from './inert.ts';

const MAX_GAPS = 20;
const MAX_SOURCES = 20;

const { gaps, sources, ...others } = coverageSchema.shape;

/** Whether what is recorded in the days of a report is complete, in a few lines. */
export const shortCoverageSchema = z.object({
  ...others,
  gaps: gaps.meta({
    description: `Stretches in which nothing at all was recorded though it is usual: a guess. The last ${MAX_GAPS}, oldest first; the last ${GAP_DAYS} days of a longer period are searched.`,
  }),
  gaps_left_out: count.meta({ description: 'Earlier gaps that are not listed.' }),
  sources,
  sources_left_out: count,
});

/** The coverage of the days; null if the budget "insight" is used up, since the rest of a report is useful without it. */
export async function shortCoverage(
  ctx: RequestContext,
  siteId: string,
  range: TimeRange,
): Promise<z.input<typeof shortCoverageSchema> | null> {
  try {
    return shorten(coverageObject(await coverage(ctx, { siteId, ...datesOf(range) })));
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.code === 'RATE_LIMITED') return null;
    throw thrown;
  }
}

function shorten({ gaps: found, sources: known, ...rest }: ReturnType<typeof coverageObject>) {
  return {
    ...rest,
    gaps: found.slice(-MAX_GAPS),
    gaps_left_out: Math.max(0, found.length - MAX_GAPS),
    sources: inert(known.slice(0, MAX_SOURCES)),
    sources_left_out: Math.max(0, known.length - MAX_SOURCES),
  };
}
