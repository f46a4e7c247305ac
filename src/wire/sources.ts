import type { Source } from '../domain/source.ts';
import { formatInstant, instantOrNull } from '../domain/time.ts';

/** A source in the JSON of `sources list`. */
export function sourceObject(source: Source) {
  const { id, kind, name, keyId, sender, window, lastBatch, limits, lastRefusal } = source;
  return {
    id: `source_${id}`,
    ...{ kind, name, key_id: keyId, sender },
    last_recorded_at: instantOrNull(source.lastRecordedMs),
    window,
    last_batch: lastBatch && {
      at: formatInstant(lastBatch.atMs),
      records: lastBatch.records,
      bytes: lastBatch.bytes,
    },
    limits,
    last_refusal: lastRefusal && {
      at: formatInstant(lastRefusal.atMs),
      status: lastRefusal.status,
      reason: lastRefusal.reason,
    },
  };
}
