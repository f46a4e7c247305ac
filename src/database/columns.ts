import { type Compilable, type Expression, type RawBuilder, sql } from 'kysely';

/** What the rows have under each name, in their order; null where there is no row. */
export type Columns<Row> = { readonly [Name in keyof Row]: readonly Row[Name][] | null };

/**
 * The rows of a query as one row of JSON arrays, a column each. The driver takes as long for one field of one row as for
 * a dozen in an array, and a page has thousands.
 */
export function selectColumns<Row>(
  rows: Expression<Row> & Compilable<Row>,
  names: readonly (keyof Row & string)[],
): RawBuilder<Columns<Row>> {
  const columns = names.map((name) => {
    const column = sql.ref(name);
    return sql`array_to_json(array_agg(${column})) as ${column}`;
  });
  return sql<Columns<Row>>`select ${sql.join(columns)} from (${rows}) as page`;
}

/** The rows of such an answer. */
export function rowsOf<Row>([columns]: readonly Columns<Row>[]): readonly Row[] {
  const named = Object.entries<readonly unknown[] | null>(columns ?? {});
  const length = named[0]?.[1]?.length ?? 0;
  return Array.from({ length }, (_, index) => {
    const row: Record<string, unknown> = {};
    for (const [name, values] of named) row[name] = values?.[index];
    return row as Row;
  });
}
