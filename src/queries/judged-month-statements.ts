import { sql } from 'kysely';
import { formatDate } from '../domain/time.ts';
import type { Executed } from '../database/query.ts';
import { sqlDate } from '../database/sql-time.ts';
import { type Param, type PreparedQuery, statement } from '../database/statement.ts';

/** The counts of the days of a month. */
export const DAYS_OF_MONTH = 31;

/** What the visits of a bot in a month are, by day. */
export type JudgedMonth = {
  readonly name: string;
  readonly company: string;
  readonly allowed: readonly number[];
  readonly against: readonly number[];
  readonly unknown: readonly number[];
};

type Month = { readonly siteId: string; readonly month: string };

/** The month of some bots; of all without names. */
type Asked = Month & { readonly names: readonly string[] | null };

/** A month of a site, of some bots, or of all. */
export type MonthAsked = {
  readonly siteId: string;
  readonly monthMs: number;
  readonly names: readonly string[] | undefined;
};

type StoredMonth = Pick<JudgedMonth, 'name' | 'company'> &
  Readonly<Record<'allowed' | 'against' | 'unknown', string | null>>;

function isNamed(param: Param<Asked>) {
  return sql`(${param('names')}::text[] is null or name = any(${param('names')}::text[]))`;
}

const LIST_MONTHS = statement(
  'list_judged_months',
  (_, param: Param<Asked>) => sql<StoredMonth>`
    select name, company, array_to_string(allowed_counts, ',') as allowed,
           array_to_string(against_counts, ',') as against, array_to_string(unknown_counts, ',') as unknown
    from judged_months where site_id = ${param('siteId')} and month = ${sqlDate(param('month'))} and ${isNamed(param)}`,
);

function botsOf(rows: readonly StoredMonth[]): readonly JudgedMonth[] {
  return rows.map(({ name, company, allowed, against, unknown }) => ({
    ...{ name, company },
    allowed: countsOf(allowed),
    against: countsOf(against),
    unknown: countsOf(unknown),
  }));
}

function countsOf(text: string | null): readonly number[] {
  return text === null ? new Array<number>(DAYS_OF_MONTH).fill(0) : text.split(',').map(Number);
}

function textOf(counts: readonly number[]): string | null {
  return counts.some((count) => count > 0) ? `{${counts.join(',')}}` : null;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

type MonthColumns = Month & {
  readonly names: readonly string[];
  readonly companies: readonly string[];
  readonly allowedSums: readonly number[];
  readonly againstSums: readonly number[];
  readonly unknownSums: readonly number[];
  readonly allowed: readonly (string | null)[];
  readonly against: readonly (string | null)[];
  readonly unknown: readonly (string | null)[];
};

const SAVE_MONTHS = statement(
  'save_judged_months',
  (_, param: Param<MonthColumns>) => sql`
    insert into judged_months (site_id, month, name, company, allowed, against, unknown,
                               allowed_counts, against_counts, unknown_counts)
    select site_id, ${sqlDate(param('month'))}, name, company, allowed, against, unknown,
           allowed_counts::integer[], against_counts::integer[], unknown_counts::integer[]
    from placed_sites cross join unnest(
      ${param('names')}::text[], ${param('companies')}::text[],
      ${param('allowedSums')}::bigint[], ${param('againstSums')}::bigint[], ${param('unknownSums')}::bigint[],
      ${param('allowed')}::text[], ${param('against')}::text[], ${param('unknown')}::text[]
    ) as judged (name, company, allowed, against, unknown, allowed_counts, against_counts, unknown_counts)
    where site_id = ${param('siteId')}
    on conflict (site_id, month, name, company)
    do update set allowed = excluded.allowed, against = excluded.against, unknown = excluded.unknown,
                  allowed_counts = excluded.allowed_counts, against_counts = excluded.against_counts,
                  unknown_counts = excluded.unknown_counts`,
);

function monthColumns(month: Month, bots: readonly JudgedMonth[]): MonthColumns {
  return {
    ...month,
    names: bots.map(({ name }) => name),
    companies: bots.map(({ company }) => company),
    allowedSums: bots.map(({ allowed }) => sumOf(allowed)),
    againstSums: bots.map(({ against }) => sumOf(against)),
    unknownSums: bots.map(({ unknown }) => sumOf(unknown)),
    allowed: bots.map(({ allowed }) => textOf(allowed)),
    against: bots.map(({ against }) => textOf(against)),
    unknown: bots.map(({ unknown }) => textOf(unknown)),
  };
}

/** How often a bot broke a rule in a month, by day. */
export type BrokenMonth = { readonly rule: number; readonly name: string; readonly days: readonly number[] };

type StoredBroken = Omit<BrokenMonth, 'days'> & { readonly days: string };

const LIST_BROKEN = statement(
  'list_broken_months',
  (_, param: Param<Asked>) => sql<StoredBroken>`
    select rule_id as rule, name, array_to_string(day_counts, ',') as days from rule_months
    where site_id = ${param('siteId')} and month = ${sqlDate(param('month'))} and ${isNamed(param)}`,
);

type BrokenColumns = Month & {
  readonly rules: readonly number[];
  readonly names: readonly string[];
  readonly visits: readonly number[];
  readonly days: readonly string[];
};

const SAVE_BROKEN = statement(
  'save_broken_months',
  (_, param: Param<BrokenColumns>) => sql`
    insert into rule_months (site_id, month, rule_id, name, visits, day_counts)
    select site_id, ${sqlDate(param('month'))}, rule_id, name, visits, day_counts::integer[]
    from placed_sites cross join unnest(
      ${param('rules')}::bigint[], ${param('names')}::text[], ${param('visits')}::bigint[], ${param('days')}::text[]
    ) as broken (rule_id, name, visits, day_counts)
    where site_id = ${param('siteId')}
    on conflict (site_id, month, rule_id, name)
    do update set visits = excluded.visits, day_counts = excluded.day_counts`,
);

function brokenColumns(month: Month, broken: readonly BrokenMonth[]): BrokenColumns {
  return {
    ...month,
    rules: broken.map(({ rule }) => rule),
    names: broken.map(({ name }) => name),
    visits: broken.map(({ days }) => sumOf(days)),
    days: broken.map(({ days }) => `{${days.join(',')}}`),
  };
}

/** A rule as it was written, and the names of its group. */
export type WrittenRule = { readonly id: number; readonly rule: string; readonly group: string };

type RuleColumns = {
  readonly siteId: string;
  readonly ids: readonly number[];
  readonly rules: readonly string[];
  readonly groups: readonly string[];
};

const SAVE_RULES = statement(
  'save_broken_rules',
  (_, param: Param<RuleColumns>) => sql`
    insert into broken_rules (site_id, rule_id, rule, rule_group)
    select site_id, written.* from placed_sites cross join unnest(
      ${param('ids')}::bigint[], ${param('rules')}::text[], ${param('groups')}::text[]
    ) as written
    where site_id = ${param('siteId')}
    on conflict (site_id, rule_id) do nothing`,
);

function ruleColumns(siteId: string, rules: readonly WrittenRule[]): RuleColumns {
  return {
    siteId,
    ids: rules.map(({ id }) => id),
    rules: rules.map(({ rule }) => rule),
    groups: rules.map(({ group }) => group),
  };
}

/** What is judged of a month. */
export type JudgedCounts = { readonly bots: readonly JudgedMonth[]; readonly broken: readonly BrokenMonth[] };

/** What looks a month up. */
export function prepareMonthLookup({ siteId, monthMs, names }: MonthAsked): readonly PreparedQuery[] {
  const asked = { siteId, month: formatDate(monthMs), names: names ?? null };
  return [LIST_MONTHS(asked), LIST_BROKEN(asked)];
}

/** What these found, in their order. */
export function foundMonth([bots, broken]: readonly Executed<unknown>[]): JudgedCounts {
  const rows = (broken?.rows ?? []) as readonly StoredBroken[];
  return {
    bots: botsOf((bots?.rows ?? []) as readonly StoredMonth[]),
    broken: rows.map(({ days, ...of }) => ({ ...of, days: days.split(',').map(Number) })),
  };
}

/** What stores bots and broken rules of a month in place of what is stored of them, and the rules as they were written. */
export function prepareMonth(
  { siteId, monthMs }: Omit<MonthAsked, 'names'>,
  { bots, broken, rules }: JudgedCounts & { readonly rules: readonly WrittenRule[] },
): readonly PreparedQuery[] {
  const month = { siteId, month: formatDate(monthMs) };
  return [
    ...(bots.length > 0 ? [SAVE_MONTHS(monthColumns(month, bots))] : []),
    ...(broken.length > 0 ? [SAVE_BROKEN(brokenColumns(month, broken))] : []),
    ...(rules.length > 0 ? [SAVE_RULES(ruleColumns(siteId, rules))] : []),
  ];
}
