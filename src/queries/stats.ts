import { sql } from 'kysely';
import type { TimeRange } from '../domain/date-range.ts';
import type { EventType } from '../domain/event.ts';
import type { AccessibleSite } from '../domain/site.ts';
import { formatDate } from '../domain/time.ts';
import type { Readable } from '../database/at-one-moment.ts';
import { read, readLong } from '../database/query.ts';
import { sqlDate } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import { type Days, NAME_BLOCKS, coveringBlocks, daysOf } from './blocks.ts';
import { isShortRead, namesInBlocks, useBlocks } from './name-sums.ts';

/** The events of one type and name: a bot of a company, a referral source, or a conversion event of a product that sent its visitors. */
export type NameCount = {
  readonly type: EventType;
  readonly name: string;
  /** The bot's company, or the product that sent the visitors of a conversion; empty for none, and for referrals. */
  readonly company: string;
  readonly count: number;
  /** The exact decimal sum of the conversion values; "0" if none was set. */
  readonly value: string;
};

type Values = { readonly siteId: string; readonly from: string; readonly until: string };

const SUMS = sql`type, name collate "C" as name, company collate "C" as company, sum(count)::bigint as count,
  sum(value)::text as value`;
const SORTED = sql`group by 1, 2, 3 order by 4 desc, 2, 3`;

const COUNT_BY_NAME = statement(
  'count_by_name',
  (_, param: Param<Values>) => sql<NameCount>`
    select ${SUMS} from ${sql.table('site_days')}
    where site_id = ${param('siteId')} and day >= ${sqlDate(param('from'))} and day < ${sqlDate(param('until'))}
    ${SORTED}`,
);

const COUNT_BY_NAME_IN_BLOCKS = statement(
  'count_by_name_in_blocks',
  (_, param: Param<Days>) => sql<NameCount>`
    with ${coveringBlocks(param, NAME_BLOCKS)}
    select ${SUMS} from (${namesInBlocks(param, ['count', 'value'])}) as counted
    ${SORTED}`,
);

/** The counts of a range by type and name, sorted by count descending, then name and company by code point. */
export async function countByName(
  db: Readable,
  site: AccessibleSite<'view'>,
  range: TimeRange,
): Promise<readonly NameCount[]> {
  const query = useBlocks([range])
    ? COUNT_BY_NAME_IN_BLOCKS(daysOf(site.id, range))
    : COUNT_BY_NAME({ siteId: site.id, from: formatDate(range.fromMs), until: formatDate(range.untilMs) });
  return isShortRead([range]) ? read(db, query) : readLong(db, query, site.accountId);
}
