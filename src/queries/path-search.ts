import { type RawBuilder, sql } from 'kysely';
import type { Param } from '../database/statement.ts';

/** The UTF-8 bytes of a part of a path, in hexadecimal; undefined for all paths. */
type Search = { readonly search: string | undefined };

/**
 * Whether the column `path` has the part, as stored or as percent-decoded. Compares bytes: a decoded path need not be text.
 */
export function isFound(param: Param<Search>): RawBuilder<unknown> {
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
