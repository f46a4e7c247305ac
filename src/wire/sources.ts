import * as z from 'zod';
import { SOURCE_KINDS, type Source } from '../domain/source.ts';
import { formatInstant, instantOrNull } from '../domain/time.ts';
import { count, instant } from './parts.ts';

export const sourcesQuery = z.object({});

const sourceSchema = z.object({
  id: z.string().meta({ description: 'Stays the same; opaque.' }),
  kind: z.enum(SOURCE_KINDS).meta({ description: 'How its records come in.' }),
  name: z.string().meta({ description: 'The file of a log; of the others, the name of the key.' }),
  key_id: z.int().nullable().meta({ description: 'The key with which it sends; null for logs and imports.' }),
  sender: z.string().nullable().meta({ description: 'What delivers to a drain, such as logpush.' }),
  last_recorded_at: instant
    .nullable()
    .meta({ description: 'When an event of it was recorded last; null if that is not known.' }),
  window: z
    .object({
      records: count.meta({ description: 'Lines, requests or items: events, repeats and skipped.' }),
      events: count,
      repeats: count.meta({ description: 'Recorded before, and not counted again.' }),
      skipped: z
        .array(z.object({ reason: z.string(), count, sample: z.string().nullable() }))
        .meta({ description: 'What became no event, by reason, most first.' }),
    })
    .meta({ description: 'What came in during the current UTC hour and the 23 before it.' }),
  last_batch: z
    .object({ at: instant, records: count, bytes: count })
    .nullable()
    .meta({ description: 'What came in last; null if that is not known.' }),
  limits: z
    .array(z.object({ code: z.string(), remedy: z.string() }))
    .meta({ description: 'What its last records do not tell, and what to change.' }),
  last_refusal: z
    .object({ at: instant, status: z.int(), reason: z.string() })
    .nullable()
    .meta({ description: 'Its last request that was refused; null if none was.' }),
});

/** The body of GET /api/v1/sites/{siteId}/sources. */
export const sourcesSchema = z
  .object({ sources: z.array(sourceSchema).meta({ description: 'By kind and name.' }) })
  .meta({
    id: 'Sources',
    example: {
      sources: [
        {
          ...{
            id: 'source_0f3a9c5be27d416880aa',
            kind: 'log',
            name: 'access.log',
            key_id: null,
            sender: null,
          },
          last_recorded_at: '2026-03-15T12:34:56.789Z',
          window: {
            ...{ records: 41, events: 2, repeats: 0 },
            skipped: [{ reason: 'browser', count: 39, sample: 'GET www.example.com /' }],
          },
          last_batch: { at: '2026-03-15T12:34:56.789Z', records: 41, bytes: 8_123 },
          limits: [],
          last_refusal: null,
        },
      ],
    },
  });

export function sourcesObject(sources: readonly Source[]): z.input<typeof sourcesSchema> {
  return { sources: sources.map(sourceObject) };
}

/** A source, also in the JSON of `sources list`. */
export function sourceObject(source: Source): z.input<typeof sourceSchema> {
  const { id, kind, name, keyId, sender, window, lastBatch, limits, lastRefusal } = source;
  return {
    id: `source_${id}`,
    ...{ kind, name, key_id: keyId, sender },
    last_recorded_at: instantOrNull(source.lastRecordedMs),
    window: { ...window, skipped: [...window.skipped] },
    last_batch: lastBatch && {
      at: formatInstant(lastBatch.atMs),
      records: lastBatch.records,
      bytes: lastBatch.bytes,
    },
    limits: [...limits],
    last_refusal: lastRefusal && {
      at: formatInstant(lastRefusal.atMs),
      status: lastRefusal.status,
      reason: lastRefusal.reason,
    },
  };
}
