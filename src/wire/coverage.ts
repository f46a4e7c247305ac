import * as z from 'zod';
import { formatInstant, instantOrNull } from '../domain/time.ts';
import type { Coverage } from '../operations/reading/coverage.ts';
import { GAP_DAYS } from '../operations/reading/gaps.ts';
import { RANGE, instant } from './parts.ts';

export const coverageQuery = z.object(RANGE);

/** The body of GET /api/v1/sites/{siteId}/coverage: whether what is recorded in a range of days is complete. */
export const coverageSchema = z
  .object({
    first_event_at: instant
      .nullable()
      .meta({ description: 'The first event of the period; null without any.' }),
    last_event_at: instant.nullable().meta({ description: 'The last one.' }),
    facts_since: instant.nullable().meta({
      description: 'Since when statuses, bytes or verdicts of bot visits are recorded at all; null if never.',
    }),
    signatures_since: instant.nullable().meta({
      description: 'The first bot visit that was recorded with a signature; null if none was.',
    }),
    ranges_updated_at: instant.nullable().meta({
      description: "When the newest list of bots' address ranges was retrieved; null if there is none.",
    }),
    attribution_since: instant.nullable().meta({
      description:
        'Since when it is looked up which LLM product sent the visitor of a conversion; null while it is not. Before it, ' +
        'a conversion without a source is one of which that is not known; after it, one of a visitor that no product sent.',
    }),
    attribution_minutes: z.int().min(0).meta({
      description:
        'For how many minutes after a visitor has come from an LLM product their conversions count as sent by it; 0: never.',
    }),
    gaps: z.array(z.object({ from: instant, until: instant })).meta({
      description: `Stretches in which nothing at all was recorded though it is usual: a guess, oldest first. The last ${GAP_DAYS} days of a longer period are searched.`,
    }),
    sources: z
      .array(
        z.object({
          kind: z.enum(['log', 'drain', 'collector', 'middleware', 'import']),
          name: z.string().nullable().meta({ description: 'Of a log, the name of its file.' }),
          last_recorded_at: instant.nullable(),
        }),
      )
      .meta({ description: 'Where events come from.' }),
  })
  .meta({
    id: 'Coverage',
    example: {
      first_event_at: '2026-03-08T00:00:04.120Z',
      last_event_at: '2026-03-15T12:34:56.789Z',
      facts_since: '2026-01-22T14:56:01.003Z',
      signatures_since: '2026-02-11T08:30:00.000Z',
      ranges_updated_at: '2026-03-01T03:00:00.000Z',
      attribution_since: '2026-01-20T09:30:00.000Z',
      attribution_minutes: 30,
      gaps: [{ from: '2026-03-11T02:00:00.000Z', until: '2026-03-11T07:00:00.000Z' }],
      sources: [{ kind: 'log', name: 'access.log', last_recorded_at: '2026-03-15T12:34:00.000Z' }],
    },
  });

export function coverageObject({ gaps, sources, ...found }: Coverage): z.input<typeof coverageSchema> {
  return {
    first_event_at: instantOrNull(found.firstEventMs),
    last_event_at: instantOrNull(found.lastEventMs),
    facts_since: instantOrNull(found.factsSinceMs),
    signatures_since: instantOrNull(found.signaturesSinceMs),
    ranges_updated_at: instantOrNull(found.rangesUpdatedMs),
    attribution_since: instantOrNull(found.attributionSinceMs),
    attribution_minutes: found.attributionMinutes,
    gaps: gaps.map(({ fromMs, untilMs }) => ({ from: formatInstant(fromMs), until: formatInstant(untilMs) })),
    sources: sources.map(({ kind, name, lastRecordedMs }) => {
      return { kind, name: kind === 'log' ? name : null, last_recorded_at: instantOrNull(lastRecordedMs) };
    }),
  };
}
