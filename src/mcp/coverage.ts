import { z } from 'zod';
import type { RequestContext } from '../context.ts';
import type { TimeRange } from '../domain/date-range.ts';
import { datesOf } from '../domain/date-range.ts';
import { Refusal } from '../domain/refusal.ts';
import { formatInstant } from '../domain/time.ts';
import { count } from '../http/schema-parts.ts';
import { type Coverage, GAP_DAYS, coverage } from '../operations/reading/coverage.ts';
import { inert } from './inert.ts';
import { instant } from './values.ts';

const MAX_GAPS = 20;
const MAX_SOURCES = 20;

/** Whether what is recorded in the days of a report is complete. */
export const coverageSchema = z.object({
  first_event_at: instant
    .nullable()
    .meta({ description: 'The first event of the period; null without any.' }),
  last_event_at: instant.nullable().meta({ description: 'The last one.' }),
  facts_since: instant.nullable().meta({
    description: 'Since when statuses, bytes or verdicts of bot visits are recorded at all; null if never.',
  }),
  ranges_updated_at: instant.nullable().meta({
    description: "When the newest list of bots' address ranges was retrieved; null if there is none.",
  }),
  gaps: z.array(z.object({ from: instant, until: instant })).meta({
    description: `Stretches in which nothing at all was recorded though it is usual: a guess. The last ${MAX_GAPS}, oldest first; the last ${GAP_DAYS} days of a longer period are searched.`,
  }),
  gaps_left_out: count.meta({ description: 'Earlier gaps that are not listed.' }),
  sources: z
    .array(
      z.object({
        kind: z.enum(['log', 'collector', 'middleware', 'import']),
        name: z.string().nullable().meta({ description: 'Of a log, the name of its file.' }),
        last_recorded_at: instant.nullable(),
      }),
    )
    .meta({ description: 'Where events come from.' }),
  sources_left_out: count,
});

/** The coverage of the days; null if the budget "insight" is used up, since the rest of a report is useful without it. */
export async function coverageObject(
  ctx: RequestContext,
  siteId: string,
  range: TimeRange,
): Promise<z.input<typeof coverageSchema> | null> {
  try {
    return present(await coverage(ctx, { siteId, ...datesOf(range) }));
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.code === 'RATE_LIMITED') return null;
    throw thrown;
  }
}

function present({ gaps, sources, ...found }: Coverage): z.input<typeof coverageSchema> {
  const listed = sources.slice(0, MAX_SOURCES);
  return {
    first_event_at: instantOrNull(found.firstEventMs),
    last_event_at: instantOrNull(found.lastEventMs),
    facts_since: instantOrNull(found.factsSinceMs),
    ranges_updated_at: instantOrNull(found.rangesUpdatedMs),
    gaps: gaps.slice(-MAX_GAPS).map(({ fromMs, untilMs }) => {
      return { from: formatInstant(fromMs), until: formatInstant(untilMs) };
    }),
    gaps_left_out: Math.max(0, gaps.length - MAX_GAPS),
    sources: listed.map(({ kind, name, lastRecordedMs }) => {
      return {
        kind,
        name: kind === 'log' ? inert(name) : null,
        last_recorded_at: instantOrNull(lastRecordedMs),
      };
    }),
    sources_left_out: sources.length - listed.length,
  };
}

function instantOrNull(instantMs: number | null | undefined): string | null {
  return typeof instantMs === 'number' ? formatInstant(instantMs) : null;
}
