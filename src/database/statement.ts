import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
  type QueryResult,
  type RawBuilder,
  sql,
} from 'kysely';
import type { Tables } from './tables.ts';

/** A query that the database parses and plans once on each connection, under its name. */
export type NamedQuery = CompiledQuery & {
  readonly name: string;
  /** A read may be asked again when its answer was lost; a short one shares a connection. Undefined for a write. */
  readonly read: 'short' | 'long' | undefined;
};

/** Stands for a value in the text of a statement. */
export type Param<Values> = <Name extends keyof Values & string>(
  name: Name,
) => RawBuilder<Exclude<Values[Name], undefined>>;

export type Statement<Values, Row> = {
  (values: Values): CompiledQuery<Row>;
  /** The same for values that make it a long read, which must not hold up others. */
  long(values: Values): CompiledQuery<Row>;
};

/** Compiles, and never asks. */
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

/**
 * A query built and compiled once; `executeQuery` of a database or transaction asks it with values. Its name is its
 * own among all statements, at most 63 bytes.
 */
export function statement<Values extends object, Row>(
  name: string,
  build: (
    db: Kysely<Tables>,
    param: Param<Values>,
  ) => { compile(db: QueryExecutorProvider): CompiledQuery<Row> },
): Statement<Values, Row> {
  const compiled = build(compiler, (value) => sql`${new Placeholder(value)}`).compile(compiler);
  const { query, queryId, sql: text } = compiled;
  const isRead = /^\s*select\b/.test(text);

  function ask(values: Values, length: 'short' | 'long'): NamedQuery {
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    return { query, queryId, sql: text, parameters, name, read: isRead ? length : undefined };
  }

  return Object.assign((values: Values) => ask(values, 'short'), {
    long: (values: Values) => ask(values, 'long'),
  });
}

export function isNamed(query: object): query is NamedQuery {
  return 'name' in query;
}

export function isShortRead(query: object): query is NamedQuery {
  return isNamed(query) && query.read === 'short';
}

/** Queries that a transaction sends without waiting for each other's answers. */
type SentTogether = CompiledQuery & { readonly queries: readonly CompiledQuery[] };

/** Sends queries of a transaction at once, to be run in this order; their results are the rows. Throws the first failure. */
export function sendTogether(
  ...queries: readonly [CompiledQuery, ...CompiledQuery[]]
): CompiledQuery<QueryResult<unknown>> {
  const together: SentTogether = { ...queries[0], queries };
  return together;
}

export function isSentTogether(query: object): query is SentTogether {
  return 'queries' in query;
}
