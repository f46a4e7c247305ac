import { DAY_MS, formatDate } from '../../src/domain/time.ts';
import type { PreparedQuery } from '../../src/database/statement.ts';
import { eventsAsText } from '../support/rows-as-text.ts';
import { planSite } from './dataset.ts';
import type { Days } from './requests.ts';

export const SITE = planSite(1, 1000);

const UNTIL_MS = Date.parse('2026-03-31T00:00:00Z');

/** Days that end with the last of the rows. */
export const ANSWERED_DAYS = { week: daysBack(7), quarter: daysBack(90) };

/** What the database answers to each statement of the documents measured, in the form of its rows. */
export function rowsOf({ name, values }: PreparedQuery): readonly unknown[] {
  switch (name) {
    case 'find_sites':
      return [{ id: SITE.siteId, accountId: 1, domain: 'a.example', name: 'A', createdAtMs: 0 }];
    case 'count_by_name':
    case 'count_by_name_in_blocks':
      return NAMES;
    case 'count_by_bucket':
      return [columns(buckets(Date.parse(String(values[2])), Date.parse(String(values[3]))))];
    case 'first_events':
    case 'first_events_in_detail':
      return [
        eventsAsText(
          name,
          Array.from({ length: Number(values.at(-1)) }, (_, index) => event(index)),
        ),
      ];
    default:
      throw new Error(`no rows for ${name}`);
  }
}

const NAMES = [...named('bot', 20, 'Company'), ...named('referral', 6, ''), ...named('conversion', 4, '')];

function named(type: string, count: number, company: string) {
  return Array.from({ length: count }, (_, index) => {
    return { type, name: `${type} ${index}`, company, count: 1000 - index, value: index };
  });
}

function buckets(fromMs: number, untilMs: number) {
  return Array.from({ length: (untilMs - fromMs) / DAY_MS }, (_, index) => {
    return { startMs: fromMs + index * DAY_MS, botVisits: 50 + index, referrals: 5, conversions: index % 3 };
  });
}

function event(index: number) {
  const shared = { id: 1_000_000 - index, pagePath: `/blog/${index}`, country: 'DE' };
  const createdAtMs = UNTIL_MS - index * 60_000;
  if (index % 10 === 0)
    return { ...shared, type: 'referral', createdAtMs, name: 'chatgpt', company: null, value: null };
  if (index % 10 === 1)
    return { ...shared, type: 'conversion', createdAtMs, name: 'signup', company: null, value: 9.5 };
  return { ...shared, type: 'bot', createdAtMs, name: 'GPTBot', company: 'OpenAI', value: null };
}

/** Rows as `selectColumns` returns them. */
function columns(rows: readonly Readonly<Record<string, unknown>>[]): Record<string, readonly unknown[]> {
  const names = Object.keys(rows[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])]));
}

function daysBack(count: number): Days {
  return { start: formatDate(UNTIL_MS - (count - 1) * DAY_MS), end: formatDate(UNTIL_MS) };
}
