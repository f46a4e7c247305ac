import { formatInstant } from '../../domain/time.ts';
import type { Quota } from '../../operations/recording/quota.ts';
import { counted } from '../output.ts';

/** Says that the quota is spent, what is left to record, and when that can go on. */
export function describeQuotaSpent({ limit, resetsAtMs }: Quota, left: string): string {
  const month = formatInstant(resetsAtMs);
  return `the quota of ${counted(limit, 'event')} a month is spent: ${left}; "account set-plan" lifts it, and so does the next month at ${month}`;
}
