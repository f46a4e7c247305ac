import type { CountField } from '../overview/kinds.ts';
import { readableDomain } from '../parts/domain-text.ts';
import type { Known } from './walk.ts';

/** A site as it is listed. The last event is undefined until it was read. */
export type ListedSite = {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly lastEventAt?: string | null | undefined;
};

/** A row of the list: the site, and what is known of it in the range. */
export type SiteRow = ListedSite & { readonly known: Known };

const FIELDS = {
  name: 'name',
  last: 'lastEventAt',
  bots: 'botVisits',
  referrals: 'referrals',
  conversions: 'conversions',
} as const satisfies Record<string, 'name' | 'lastEventAt' | CountField>;

export type SortField = (typeof FIELDS)[keyof typeof FIELDS];

export type Sort = { readonly field: SortField; readonly direction: 'ascending' | 'descending' };

/** Names begin with A, times with the newest, counts with the largest. */
const usualOf = (field: SortField): Sort['direction'] => (field === 'name' ? 'ascending' : 'descending');

/** What the URL says: `bots`, or `-bots` for the other way round. Undefined for the order of the list. */
export function parseSort(text: string | null): Sort | undefined {
  const [, minus, word] = /^(-?)(\w+)$/.exec(text ?? '') ?? [];
  const [, field] = Object.entries(FIELDS).find(([name]) => name === word) ?? [];
  if (field === undefined) return undefined;
  return { field, direction: minus === '-' ? otherOf(usualOf(field)) : usualOf(field) };
}

export function formatSort({ field, direction }: Sort): string {
  const [word = ''] = Object.entries(FIELDS).find(([, one]) => one === field) ?? [];
  return direction === usualOf(field) ? word : `-${word}`;
}

/** After a press on a head: its usual order, then the other way round, then that of the list. */
export function nextSort(sort: Sort | undefined, field: SortField): Sort | undefined {
  if (sort?.field !== field) return { field, direction: usualOf(field) };
  return sort.direction === usualOf(field) ? { field, direction: otherOf(sort.direction) } : undefined;
}

const otherOf = (direction: Sort['direction']) => (direction === 'ascending' ? 'descending' : 'ascending');

/** The sites whose name or domain has the text, in upper or lower case. */
export function findSites<Site extends ListedSite>(sites: readonly Site[], text: string): readonly Site[] {
  const wanted = text.trim().toLowerCase();
  return sites.filter(({ name, domain }) =>
    `${name}\n${domain}\n${readableDomain(domain)}`.toLowerCase().includes(wanted),
  );
}

/**
 * The rows in an order; those that are equal in it stay in that of the list. What is not known comes after what is: by
 * counts, a site that was not read, then one without events in the range; by the last event, one that has none.
 */
export function sortSites(rows: readonly SiteRow[], sort: Sort | undefined): readonly SiteRow[] {
  if (!sort) return rows;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return [...rows].sort((one, other) => {
    const [a, b] = [keyOf(one, sort.field), keyOf(other, sort.field)];
    return a.rank - b.rank || sign * compare(a.value, b.value);
  });
}

type Key = { readonly rank: number; readonly value: number | string };

function keyOf({ name, domain, lastEventAt, known }: SiteRow, field: SortField): Key {
  switch (field) {
    case 'name':
      return { rank: 0, value: name || domain };
    case 'lastEventAt':
      return lastEventAt ? { rank: 0, value: Date.parse(lastEventAt) } : { rank: 1, value: 0 };
    case 'botVisits':
    case 'referrals':
    case 'conversions':
      if (known.kind === 'read') return { rank: 0, value: known.site.stats?.totals[field] ?? 0 };
      return { rank: known.kind === 'none' ? 2 : 1, value: 0 };
  }
}

const byName = new Intl.Collator('en-US', { numeric: true });

function compare(a: Key['value'], b: Key['value']): number {
  return typeof a === 'string' || typeof b === 'string' ? byName.compare(String(a), String(b)) : a - b;
}
