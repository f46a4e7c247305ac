import pg from 'pg';
import type { DatabaseClient } from '../../src/database/client.ts';
import { type Database, createDatabase, getTypeParser } from '../../src/database/database.ts';
import { createDialect } from '../../src/database/dialect.ts';
import { type LongReader, createReads } from '../../src/database/reads.ts';
import { shareOut } from '../../src/database/share-out.ts';
import { ALONE } from '../../src/database/held-connection.ts';
import { createFairLimit } from '../../src/limits/fair-limit.ts';
import { IDLE } from '../support/fake-database.ts';
import { type Measured, type PlanNode, measure } from './plan-measure.ts';

/** What PostgreSQL did for a statement, in sum over the times it was asked. */
export type Explained = {
  /** Its name, or the verb and table of one that has none. */
  readonly statement: string;
  readonly text: string;
  /** Rows returned, or written. */
  readonly rows: number;
  /** For its values; of a named statement also the plan for all values, which it may have from its sixth time on. */
  readonly plans: Readonly<Partial<Record<PlanKind, Measured>>>;
};

type PlanKind = 'custom' | 'generic';

type Asked = { readonly text: string; readonly values: readonly unknown[]; readonly name?: string };

/**
 * Everything that the work asks, explained at the moment it is asked and as it is asked, after what is `given` (SQL).
 * The work sees what it writes; nobody else does, then or later.
 */
export async function explainAll(
  url: string,
  work: (db: Database) => Promise<unknown>,
  given = '',
): Promise<readonly Explained[]> {
  const client = new pg.Client({ connectionString: url, types: { getTypeParser } });
  const explained = new Map<string, Explained>();
  await client.connect();
  try {
    await client.query(`begin; ${given}`);
    await work(
      databaseOver(async (query) => {
        const bound = TRANSACTION[query.text];
        if (bound !== undefined) return client.query(bound);
        const plans = await explain(client, query);
        const answer = await client.query({ text: query.text, values: [...query.values] });
        const { text } = query;
        const now = { statement: labelOf(query), text, rows: countRows(answer), plans };
        explained.set(now.statement, add(explained.get(now.statement), now));
        return answer;
      }),
    );
  } finally {
    // nothing is committed
    await client.end();
  }
  return [...explained.values()];
}

/** Rows that come as one row of arrays, or as one text, count as what they are. */
function countRows({ rows, rowCount }: pg.QueryResult<Record<string, unknown>>): number {
  const [row = {}] = rows;
  if (typeof row['values'] === 'string') return Number(row['rows']);
  const [first] = Object.values(row);
  return Array.isArray(first) ? first.length : (rowCount ?? 0);
}

/** The product's transactions, inside of the one that is never committed. */
const TRANSACTION: Readonly<Record<string, string>> = {
  begin: 'savepoint product',
  commit: 'release savepoint product',
  rollback: 'rollback to savepoint product',
};

/** A database of the product's with one way to ask in place of its pool. */
function databaseOver(ask: (query: Asked) => Promise<pg.QueryResult>): Database {
  const end = () => Promise.resolve();
  // what is sent together is explained one by one
  let last: Promise<unknown> = Promise.resolve();
  const query = (asked: Asked) => {
    const answer = last.then(() => ask(asked));
    last = answer.catch(() => undefined);
    return answer;
  };
  const hooks = { onQuery: () => undefined, aroundQuery: ALONE };
  // of a connection the dialect knows no more than this
  const take = () => Promise.resolve({ ask: query } as unknown as DatabaseClient);
  const load = () => IDLE.pool;
  const connections = { take, giveBack: () => undefined, distrust: () => undefined, load, end };
  const lanes = { read: query, areHeldUp: () => false, underway: () => 0, end };
  const fairly = createFairLimit<LongReader>(shareOut({ poolSize: 1, statementTimeoutMs: 1_000 }, true));
  const given = { connections, longConnections: connections, fairly, lanes, accessLane: lanes, hooks };
  const reads = createReads({ ...given, withinMs: Infinity, mostBeside: 1 });
  return createDatabase(createDialect(connections, hooks), reads, end);
}

async function explain(client: pg.Client, query: Asked): Promise<Explained['plans']> {
  const custom = measure(await run(client, query, 'custom'));
  return query.name === undefined
    ? { custom }
    : { custom, generic: measure(await run(client, query, 'generic')) };
}

/** Runs the statement by a plan of that kind, and undoes what it did. */
async function run(client: pg.Client, { text, values }: Asked, kind: PlanKind): Promise<PlanNode> {
  const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
  await client.query(`savepoint explained; set local plan_cache_mode = force_${kind}_plan`);
  await client.query(`prepare explained as ${text}`);
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
    `explain (analyze, buffers, timing off, format json) execute explained ${given}`,
  );
  await client.query('deallocate explained; rollback to savepoint explained');
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error('no plan');
  return plan;
}

/** The arguments of EXECUTE are no parameters of a query: they are written into it, each as a text of unknown type. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.map(element).join(',')}}` : textOf(value));
}

function element(value: unknown): string {
  return value === null ? 'null' : `"${textOf(value).replaceAll(/["\\]/g, '\\$&')}"`;
}

function textOf(value: unknown): string {
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  throw new Error(`no question passes a ${typeof value}`);
}

function labelOf({ name, text }: Asked): string {
  const verb = /\w+/.exec(text)?.[0] ?? '';
  const table = /\b(?:from|into|update) "?(\w+)/.exec(text)?.[1] ?? '';
  return name ?? `${verb} ${table}`;
}

function add(before: Explained | undefined, now: Explained): Explained {
  if (before === undefined) return now;
  const { custom, generic } = now.plans;
  const plans = {
    ...(custom && { custom: sum(before.plans.custom, custom) }),
    ...(generic && { generic: sum(before.plans.generic, generic) }),
  };
  return { ...now, rows: before.rows + now.rows, plans };
}

function sum(before: Measured | undefined, now: Measured): Measured {
  if (before === undefined) return now;
  const by = [...new Set([...before.by, ...now.by])].toSorted();
  const ofAllSites = [...new Set([...before.ofAllSites, ...now.ofAllSites])].toSorted();
  return { by, read: before.read + now.read, pages: before.pages + now.pages, ofAllSites };
}
