import { formatInstant } from '../../domain/time.ts';
import type { Quota } from '../../operations/recording/quota.ts';
import { counted } from '../output.ts';

/** Says that the quota is used up, what is left to record, and when recording can continue. */
export function describeQuotaSpent({ limit, resetsAtMs }: Quota, left: string): string {
  const quota = `the monthly quota of ${counted(limit, 'event')} is used up`;
  return `${quota}: ${left}; it resets at ${formatInstant(resetsAtMs)}, and "account set-plan" can raise it`;
}
