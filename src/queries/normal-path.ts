import { type RawBuilder, sql } from 'kysely';

/** Characters that stand for themselves in the form in which paths are compared (RFC 3986, 6.2.2), as `normalised` has them. */
const PLAIN = String.raw`!#&''()*+,/0-9:;=@A-Z\[\]_a-z~.$-`;

/** Whether the path may have another form: an octet that is or should be encoded, or a query. */
export function isUnusual(path: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${path} ~ ${sql.raw(`'[^${PLAIN}]'`)}`;
}

/** What is unreserved, which means the same with and without its encoding. */
const UNRESERVED = sql.raw(`'^%(2[DE]|3[0-9]|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])$'`);

const PARTS = sql.raw(`'%[0-9A-Fa-f]{2}|[${PLAIN}]+|.'`);

/** The path without its query, in the form in which paths are compared. */
export function normalPath(path: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select coalesce(string_agg(
      case when part ~ ${sql.raw(`'^[${PLAIN}]'`)} then part
           when upper(part) ~ ${UNRESERVED} then convert_from(decode(substr(part, 2), 'hex'), 'UTF8')
           when length(part) = 3 then upper(part)
           else upper(regexp_replace(encode(convert_to(part, 'UTF8'), 'hex'), '..', '%\\&', 'g'))
      end, '' order by place), '')
    from (
      select found[1] as part, place
      from regexp_matches(split_part(${path}, '?', 1), ${PARTS}, 'g') with ordinality as found (found, place)
    ) as part_of_path
  )`;
}
