import { type RawBuilder, sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import { FAILED_FROM } from '../domain/event.ts';
import type { PageCount, PageOrder, PagePosition } from '../domain/page-count.ts';
import type { AccessibleSite } from '../domain/site.ts';
import type { Database } from '../database/database.ts';
import { readLong } from '../database/query.ts';
import { type Param, statement } from '../database/statement.ts';
import { type Days, daysOf, eventsOfLiveDays, foldedDays, isOfValidDay, validDays } from './day-validity.ts';

/** Bots by name and company; a part that is left out admits all. */
export type BotFilter = {
  readonly names?: readonly string[];
  readonly otherThan?: readonly string[];
  readonly company?: string;
};

export type PageFilter = {
  readonly range: TimeRange;
  readonly orderBy: PageOrder;
  /** A part of the path, as stored or as percent-decoded; undefined for all pages. */
  readonly search: string | undefined;
  /** Only the visits of these bots count; undefined for all events. */
  readonly bots: BotFilter | undefined;
  /** The last page of the list before; undefined for its start. */
  readonly after: PagePosition | undefined;
  readonly limit: number;
};

type Values = Days & {
  readonly orderBy: PageOrder;
  /** The UTF-8 bytes in hexadecimal. */
  readonly search: string | undefined;
  readonly names: readonly string[] | undefined;
  readonly otherThan: readonly string[] | undefined;
  readonly company: string | undefined;
  readonly afterCount: number | undefined;
  readonly afterPath: string | undefined;
  readonly limit: number;
};

const COUNT_BY_PAGE = listing('count_by_page', () => ({
  isFolded: sql`not by_bot`,
  isCounted: sql`true`,
}));

const COUNT_BY_PAGE_OF_BOTS = listing('count_by_page_of_bots', (param) => ({
  isFolded: sql`by_bot and ${isOneOf(param, sql`name`, sql`company`)}`,
  isCounted: sql`type = 'bot' and ${isOneOf(param, sql`bot_name`, sql`bot_company`)}`,
}));

type Conditions = { readonly isFolded: RawBuilder<unknown>; readonly isCounted: RawBuilder<unknown> };

/** The folded days and the others are summed by path apart, so that few rows are sorted by text. */
function listing(name: string, conditionsOf: (param: Param<Values>) => Conditions) {
  return statement(name, (_, param: Param<Values>) => {
    const { isFolded, isCounted } = conditionsOf(param);
    return sql<PageCount>`
      with ${validDays(param, foldedDays(param))},
      counts as (
        select path, sum(count) filter (where type = 'bot') as bots,
               sum(count) filter (where type = 'referral') as referrals,
               sum(count) filter (where type = 'conversion') as conversions, sum(failed) as failed, sum(bytes) as bytes
        from (
          select type, unnest(paths) as path, unnest(counts) as count, unnest(failed) as failed, unnest(bytes) as bytes
          from site_folded_pages where ${isOfValidDay(param)} and ${isFolded}
        ) as unfolded group by path
        union all
        select page_path, count(*) filter (where type = 'bot'), count(*) filter (where type = 'referral'),
               count(*) filter (where type = 'conversion'),
               count(*) filter (where type = 'bot' and status >= ${sql.lit(FAILED_FROM)}), sum(bytes)
        from ${eventsOfLiveDays(param, sql`page_path, type, status, bytes`, isCounted)}
        group by page_path
      ),
      pages as (
        select path, coalesce(sum(bots), 0)::bigint as bots, coalesce(sum(referrals), 0)::bigint as referrals,
               coalesce(sum(conversions), 0)::bigint as conversions, sum(failed)::bigint as failed, sum(bytes)::bigint as bytes
        from counts where ${isFound(param)} group by path
      )
      select path as "pagePath", bots as "botVisits", referrals, conversions, failed, bytes
      from (select *, ${orderedBy(param)} as ordered_by from pages) as ordered
      where ${isAfter(param)}
      order by ordered_by desc, path collate "C"
      limit ${param('limit')}`;
  });
}

function isOneOf(
  param: Param<Values>,
  name: RawBuilder<unknown>,
  company: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(${param('names')}::text[] is null or ${name} = any(${param('names')}::text[]))
    and (${param('otherThan')}::text[] is null or ${name} <> all(${param('otherThan')}::text[]))
    and (${param('company')}::text is null or ${company} = ${param('company')})`;
}

function orderedBy(param: Param<Values>): RawBuilder<unknown> {
  return sql`case ${param('orderBy')}::text when 'referrals' then referrals when 'conversions' then conversions
    when 'failed' then failed else bots end`;
}

function isAfter(param: Param<Values>): RawBuilder<unknown> {
  const count = sql`${param('afterCount')}::bigint`;
  return sql`(${count} is null or ordered_by < ${count}
    or ordered_by = ${count} and path collate "C" > ${param('afterPath')}::text)`;
}

/** Compares bytes: a decoded path need not be text. */
function isFound(param: Param<Values>): RawBuilder<unknown> {
  const search = sql`decode(${param('search')}::text, 'hex')`;
  return sql`(${param('search')}::text is null or position(${search} in convert_to(path, 'UTF8')) > 0
    or strpos(path, '%') > 0 and position(${search} in ${percentDecodedPath()}) > 0)`;
}

/** The bytes of the path; a percent sign without two hexadecimal digits stands for itself. */
function percentDecodedPath(): RawBuilder<unknown> {
  return sql`(
  select string_agg(case when part[1] ~ '^%.' then decode(replace(part[1], '%', ''), 'hex')
                         else convert_to(part[1], 'UTF8') end, '' order by place)
  from regexp_matches(path, '(?:%[0-9A-Fa-f]{2})+|[^%]+|%', 'g') with ordinality as found (part, place)
  )`;
}

/** The pages with events of the range, largest count first, then by path in code point order; at most `limit`. */
export async function countByPage(
  db: Database,
  site: AccessibleSite,
  { range, orderBy, search, bots, after, limit }: PageFilter,
): Promise<readonly PageCount[]> {
  const count = bots === undefined ? COUNT_BY_PAGE : COUNT_BY_PAGE_OF_BOTS;
  return readLong(
    db,
    count({
      ...daysOf(site.id, range),
      orderBy,
      search: search === undefined ? undefined : Buffer.from(search).toString('hex'),
      names: bots?.names,
      otherThan: bots?.otherThan,
      company: bots?.company,
      afterCount: after?.count,
      afterPath: after?.pagePath,
      limit,
    }),
  );
}
