import { type Expression, type RawBuilder, sql } from 'kysely';

/** The values of all rows by column name, in the order of the rows; null if there are no rows. */
export type Columns<Row> = { readonly [Name in keyof Row]: readonly Row[Name][] | null };

/**
 * Returns the rows of a query as one row with a JSON array per column. For the driver, one field of a row costs as much
 * as a dozen values in an array, and a page has thousands.
 */
export function selectColumns<Row>(
  rows: Expression<Row>,
  names: readonly (keyof Row & string)[],
): RawBuilder<Columns<Row>> {
  const columns = names.map((name) => {
    const column = sql.ref(name);
    return sql`array_to_json(array_agg(${column})) as ${column}`;
  });
  return sql<Columns<Row>>`select ${sql.join(columns)} from (${rows}) as page`;
}

/** The rows of a result of `selectColumns`. */
export function rowsOf<Row>([columns]: readonly Columns<Row>[]): readonly Row[] {
  const named = Object.entries<readonly unknown[] | null>(columns ?? {});
  const length = named[0]?.[1]?.length ?? 0;
  return Array.from({ length }, (_, index) => {
    const row: Record<string, unknown> = {};
    for (const [name, values] of named) row[name] = values?.[index];
    return row as Row;
  });
}
