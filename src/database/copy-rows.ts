import { type Kysely, sql } from 'kysely';
import type { TableName } from './copied-tables.ts';
import type { Tables } from './tables.ts';

/** The columns of a table, and those of its primary key with their types. */
export type TableShape = {
  readonly name: TableName;
  readonly columns: readonly string[];
  readonly key: readonly { readonly name: string; readonly type: string }[];
};

/** The key of the last row that was copied, as text; undefined before the first. */
export type Position = readonly string[] | undefined;

export type Batch = {
  /** A JSON array of rows. */
  readonly rows: string;
  readonly count: number;
  readonly position: Position;
};

/** Reads the shape of a table from the catalog. */
export async function shapeOf(db: Kysely<Tables>, name: TableName): Promise<TableShape> {
  const { rows } = await sql<Omit<TableShape, 'name'>>`
    select array_agg(a.attname::text order by a.attnum) as columns,
      (select json_agg(json_build_object('name', k.attname, 'type', format_type(k.atttypid, null))
          order by array_position(i.indkey::int2[], k.attnum))
        from pg_index i join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any(i.indkey)
        where i.indrelid = ${name}::regclass and i.indisprimary) as key
    from pg_attribute a
    where a.attrelid = ${name}::regclass and a.attnum > 0 and not a.attisdropped`.execute(db);
  const [shape] = rows;
  if (!shape) throw new Error(`the table ${name} is missing`);
  return { name, ...shape };
}

/** At most so many rows, in the order of the key, after a position. JSON keeps numbers and instants exactly. */
export async function readRows(
  db: Kysely<Tables>,
  { name, columns, key }: TableShape,
  { after, limit }: { readonly after: Position; readonly limit: number },
): Promise<Batch> {
  const keyColumns = sql.join(key.map((column) => sql.ref(column.name)));
  const values = after?.map((value, n) => sql`${value}::text::${sql.raw(key[n]?.type ?? '')}`);
  const isAfter = values ? sql`where (${keyColumns}) > (${sql.join(values)})` : sql``;
  const asText = sql.join(key.map((column) => sql`${sql.ref(column.name)}::text`));
  const { rows } = await sql<{ rows: string | null; count: number; position: string[] | null }>`
    with batch as (
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)} ${isAfter}
      order by ${keyColumns} limit ${limit})
    select (select json_agg(batch)::text from batch) as rows, (select count(*)::int from batch) as count,
      (select array[${asText}] from batch order by ${sql.join(key.map((column) => sql`${sql.ref(column.name)} desc`))}
        limit 1) as position`.execute(db);
  const [batch] = rows;
  return { rows: batch?.rows ?? '[]', count: batch?.count ?? 0, position: batch?.position ?? undefined };
}

/** Inserts rows that `readRows` has read. */
export async function insertRows(
  db: Kysely<Tables>,
  { name, columns }: TableShape,
  rows: string,
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(name)} (${names})
    select ${names} from json_populate_recordset(null::${sql.table(name)}, ${rows}::json)`.execute(db);
}

export async function countOf(db: Kysely<Tables>, name: TableName): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(db);
  return rows[0]?.rows ?? 0;
}

/** How many rows a table has, and a digest of them in any order, which is the same on each engine. */
export type Content = { readonly rows: number; readonly digest: string };

export async function contentOf(db: Kysely<Tables>, { name, columns }: TableShape): Promise<Content> {
  return db.transaction().execute(async (trx) => {
    // instants are shown in the time zone
    await sql`set local timezone = 'UTC'`.execute(trx);
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const { rows } = await sql<{ rows: number; digest: string }>`
      select count(*) as rows, coalesce(sum(('x' || left(md5(row::text), 15))::bit(60)::bigint), 0)::text as digest
      from (select to_jsonb(part) as row from (select ${names} from ${sql.table(name)}) as part) as whole`.execute(
      trx,
    );
    return rows[0] ?? { rows: 0, digest: '' };
  });
}

/** Lets each serial column of one database go on after the last value that the other gave. */
export async function copySequences(from: Kysely<Tables>, to: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_class c
    where c.relkind = 'S' and c.relnamespace = current_schema()::regnamespace`.execute(from);
  for (const { name } of rows) {
    const last = await sql<{ value: string; called: boolean }>`
      select last_value::text as value, is_called as called from ${sql.table(name)}`.execute(from);
    const [{ value, called } = { value: '1', called: false }] = last.rows;
    await sql`select setval(${name}::text::regclass, ${value}::text::bigint, ${called})`.execute(to);
  }
}

/** Counts what the planner has to know. The server's own turn comes minutes later. */
export async function analyze(db: Kysely<Tables>, names: readonly TableName[]): Promise<void> {
  await sql`analyze ${sql.join(names.map((name) => sql.table(name)))}`.execute(db);
}
