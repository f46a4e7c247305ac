import { type Expression, type RawBuilder, sql } from 'kysely';

/** Between two values. Text of users may contain it, which `valuesOf` notices. */
const SEPARATOR = '\x1f';

/** All values of a query in one text, row by row; null if there are no rows. */
export type RowsAsText = { readonly rows: number; readonly values: string | null };

/**
 * Returns the rows of a query as one text, in which null is empty. For long pages, PostgreSQL writes it in less than half
 * the time of JSON, and splitting it takes half the time of parsing JSON.
 */
export function selectText(rows: Expression<unknown>, names: readonly string[]): RawBuilder<RowsAsText> {
  const values = names.map((name) => sql`coalesce(${sql.ref(name)}::text, '')`);
  const separator = sql.lit(SEPARATOR);
  return sql<RowsAsText>`select count(*)::int as rows,
    string_agg(concat_ws(${separator}, ${sql.join(values)}), ${separator}) as values from (${rows}) as page`;
}

/** The values of a result of `selectText`, row by row. Undefined if one of them contains the separator. */
export function valuesOf(
  [text]: readonly RowsAsText[],
  names: readonly string[],
): readonly string[] | undefined {
  const values = text?.values?.split(SEPARATOR) ?? [];
  return values.length === (text?.rows ?? 0) * names.length ? values : undefined;
}
