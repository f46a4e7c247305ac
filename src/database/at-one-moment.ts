import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { LongReader, Reads } from './reads.ts';
import type { PreparedQuery } from './statement.ts';

/** What `read` and `readLong` read from: the database, or one moment of it. */
export type Readable = { readonly reads: Pick<Reads, 'short' | 'long'> };

type Asked = {
  readonly query: PreparedQuery;
  /** Undefined for a short read. */
  readonly reader: LongReader | undefined;
  readonly resolve: (result: pg.QueryResult) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Runs the reads of `work` as one statement, so that all of them see the database at one moment, whatever is recorded
 * meanwhile. `work` must ask for all of them before it awaits any. The statement is a long read if one of them is.
 */
export async function atOneMoment<Result>(
  { reads }: Readable,
  work: (moment: Readable) => Promise<Result>,
): Promise<Result> {
  const asked: Asked[] = [];
  let isSent = false;
  const ask = (query: PreparedQuery, reader?: LongReader) => {
    if (isSent) return Promise.reject(new Error(`${query.name} is asked for when the moment is over`));
    return new Promise<pg.QueryResult>((resolve, reject) => {
      asked.push({ query, reader, resolve, reject });
    });
  };
  const result = work({ reads: { short: ask, long: ask } });
  isSent = true;
  return (await Promise.all([result, answer(reads, asked)]))[0];
}

/** Whoever asked gets the error of the statement, too. */
async function answer(reads: Readable['reads'], asked: readonly Asked[]): Promise<void> {
  const [first] = asked;
  if (first === undefined) return;
  const reader = asked.find((each) => each.reader !== undefined)?.reader;
  const query = asked.length === 1 ? first.query : together(asked.map((each) => each.query));
  try {
    const found = await (reader === undefined ? reads.short(query) : reads.long(query, reader));
    if (asked.length === 1) first.resolve(found);
    else for (const [index, { resolve }] of asked.entries()) resolve(partOf(found, index));
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

function partOf(found: pg.QueryResult, index: number): pg.QueryResult {
  const rows = (found.rows as readonly Record<string, unknown[]>[])[0]?.[`part_${index}`] ?? [];
  return { ...found, rows, rowCount: rows.length };
}

/** By the names of the queries, of which there are few combinations. */
const combined = new Map<string, Pick<PreparedQuery, 'name' | 'text'>>();

/**
 * One row with the rows of each query as JSON. They are joined in FROM, where Citus finds the one node that all of them
 * ask.
 */
function together(queries: readonly PreparedQuery[]): PreparedQuery {
  const names = queries.map(({ name }) => name).join('+');
  let statement = combined.get(names);
  if (statement === undefined) {
    statement = { name: shorten(names), text: textOf(queries) };
    combined.set(names, statement);
  }
  return { ...statement, values: queries.flatMap(({ values }) => values) };
}

function textOf(queries: readonly PreparedQuery[]): string {
  let valuesBefore = 0;
  const parts = queries.map(({ text, values }, index) => {
    const before = valuesBefore;
    valuesBefore += values.length;
    const renumbered = text.replace(/\$(\d+)/g, (_, number) => `$${Number(number) + before}`);
    return `(select coalesce(json_agg(line), '[]') as part_${index} from (${renumbered}) as line) as of_${index}`;
  });
  return `select * from ${parts.join(' cross join ')}`;
}

/** PostgreSQL cuts names at 63 bytes. */
function shorten(names: string): string {
  if (names.length <= 63) return names;
  return `${names.slice(0, 54)}_${createHash('sha256').update(names).digest('hex').slice(0, 8)}`;
}
