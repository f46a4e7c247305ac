import type { ListedAlertFragment } from '../generated/graphql.ts';
import { formatCount } from '../numbers.ts';

export type Alert = ListedAlertFragment;

/** Whole per cent, never rounded up: 100% is all. */
const percent = (share: number): string => `${Math.floor(share * 100 + 1e-9)}%`;

/** What was seen, in its unit. */
export const seenOf = ({ unit, seen }: Pick<Alert, 'unit' | 'seen'>): string =>
  seen === null ? '' : unit === 'SHARE' ? percent(seen) : formatCount(Math.round(seen));

/** What that time usually has, in its unit; undefined where nothing is usual. */
export function usualOf({ unit, usual }: Pick<Alert, 'unit' | 'usual'>): string | undefined {
  const [low, high] = usual;
  if (low === undefined || high === undefined) return undefined;
  const written = unit === 'SHARE' ? [percent(low), percent(high)] : [formatCount(low), formatCount(high)];
  return written[0] === written[1] ? (written[0] ?? '') : written.join(' to ');
}

/** What is muted of what an alert is about; undefined for what has no name. */
export const mutedOf = ({ subject, site }: Pick<Alert, 'subject' | 'site'>): string | undefined =>
  site === null ? undefined : (subject ?? undefined);

/** `3 alerts`, or `100+ alerts` if there are more than these. */
export function countOf({ length }: readonly unknown[], noun: string, hasMore = false): string {
  return `${formatCount(length)}${hasMore ? '+' : ''} ${noun}${length === 1 && !hasMore ? '' : 's'}`;
}
