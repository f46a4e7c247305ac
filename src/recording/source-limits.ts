import { SOURCE_LIMIT_CODES, type SourceLimitCode } from '../domain/source-limits.ts';
import type { SeenFields } from './seen-fields.ts';

/** Fewer records may lack by chance what depends on the visitor. */
const ENOUGH_VISITORS = 20;

/**
 * The limits that show in the fields of records: what none of them has, though a source without that limit would have sent
 * it. That records have no id matters to senders only, which know it themselves, as they do the last two codes.
 */
export function limitsIn(seen: SeenFields): readonly SourceLimitCode[] {
  const { records, agentFields, addresses, anonymous, hosts, statuses, referrers, visits } = seen;
  if (records === 0) return [];
  const holds: Partial<Record<SourceLimitCode, boolean>> = {
    'no-user-agent': agentFields === 0,
    'no-address': addresses === 0,
    'addresses-anonymised': addresses >= ENOUGH_VISITORS && anonymous === addresses,
    'no-host': hosts === 0,
    'no-status': statuses === 0,
    'no-referrer': visits >= ENOUGH_VISITORS && referrers === 0,
  };
  return SOURCE_LIMIT_CODES.filter((code) => holds[code] === true);
}
