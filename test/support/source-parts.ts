import type { SourcePartsFragment } from '../../src/dashboard/generated/graphql.ts';

/** A source as the dashboard reads it: one that never delivered, but for what is given. */
export const sourceParts = (given: Partial<SourcePartsFragment> = {}): SourcePartsFragment => ({
  ...{ id: 'source', kind: 'DRAIN', name: '', keyId: null, sender: null, lastRecordedAt: null },
  ...{ lastBatch: null, lastRefusal: null, limits: [] },
  window: { records: 0, events: 0, repeats: 0, skipped: [] },
  ...given,
});
