import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
  type RawBuilder,
  sql,
} from 'kysely';
import type { Tables } from './tables.ts';

declare const row: unique symbol;

/**
 * A statement with its values. The database parses and plans it once on each connection, under its name. It is no query
 * of Kysely's: `read`, `readLong`, `execute` and `pipeline` send it.
 */
export type PreparedQuery<Row = unknown> = {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
  /** The type of its rows; it exists only at compile time. */
  readonly [row]?: Row;
};

/** Stands for a value in the text of a statement. */
export type Param<Values> = <Name extends keyof Values & string>(
  name: Name,
) => RawBuilder<Exclude<Values[Name], undefined>>;

export type Statement<Values, Row> = (values: Values) => PreparedQuery<Row>;

/** Compiles queries and cannot run them. */
const compiler = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A query that is built and compiled once, then filled with values. Its name is unique and at most 63 bytes long. */
export function statement<Values extends object, Row>(
  name: string,
  build: (
    db: Kysely<Tables>,
    param: Param<Values>,
  ) => { compile(db: QueryExecutorProvider): CompiledQuery<Row> },
): Statement<Values, Row> {
  const compiled = build(compiler, (value) => sql`${new Placeholder(value)}`).compile(compiler);
  const { sql: text, parameters } = compiled;
  return (values) => ({
    name,
    text,
    values: parameters.map((parameter) =>
      parameter instanceof Placeholder ? arrayAsText(values[parameter.name as keyof Values]) : parameter,
    ),
  });
}

/** An array as PostgreSQL reads it. The driver would write it when the statement is sent, with a transaction waiting. */
function arrayAsText(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return value;
  if (value.every(isString) && !NEEDS_ESCAPE.test(value.join(''))) return `{"${value.join('","')}"}`;
  return value.every(isPlain) ? `{${value.map(elementAsText).join(',')}}` : value;
}

const NEEDS_ESCAPE = /["\\]/;

function isString(element: unknown): element is string {
  return typeof element === 'string';
}

type Plain = string | number | null;

function isPlain(element: unknown): element is Plain {
  return typeof element === 'string' || typeof element === 'number' || element === null;
}

function elementAsText(element: Plain): string | number {
  if (typeof element !== 'string') return element ?? 'NULL';
  return `"${NEEDS_ESCAPE.test(element) ? element.replace(/["\\]/g, String.raw`\$&`) : element}"`;
}
