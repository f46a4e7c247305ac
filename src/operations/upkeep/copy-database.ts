import { SAME_TABLES, SENT_TABLES, type TableName } from '../../database/copied-tables.ts';
import {
  beginCopy,
  copyBegun,
  endCopy,
  hasRows,
  identityOf,
  movePosition,
  positionOf,
  tablesIn,
} from '../../database/copy-mark.ts';
import {
  type Position,
  type TableShape,
  analyze,
  contentOf,
  countOf,
  copySequences,
  insertRows,
  readRows,
  shapeOf,
} from '../../database/copy-rows.ts';
import type { Database } from '../../database/database.ts';
import { migrate, pendingMigrations } from '../../database/migrator.ts';
import { inTransaction } from '../../database/transaction.ts';
import { type Recount, verify } from './verify.ts';

/** The copy cannot begin or go on. The message is for the operator. */
export class CannotCopy extends Error {
  override readonly name = 'CannotCopy';
}

export type Copied = {
  readonly tables: readonly { readonly name: TableName; readonly rows: number }[];
  readonly verified: Recount;
};

export type CopyOptions = {
  /** Called with the rows of each table before its first batch, and after each batch, those that the target has. */
  readonly onProgress: (progress: { readonly table: TableName; readonly rows: number }) => void;
  readonly stop: AbortSignal;
};

/** A batch has as many rows as fit into so many characters, but for the first one. */
const BATCH_CHARACTERS = 1 << 20;
const FIRST_ROWS = 50;
const MOST_ROWS = 2_000;

/**
 * Copies a database, which nobody else uses, to an empty one, or goes on with such a copy, and compares all rows. The
 * target gets its schema here. Throws CannotCopy, and NewerDatabase.
 */
export async function copyDatabase(from: Database, to: Database, options: CopyOptions): Promise<Copied> {
  await prepareTarget(from, to);
  for (const name of SENT_TABLES) await copyTable(from, to, { name, ...options });
  await copySequences(from, to);
  const tables = await compareTables(from, to);
  await analyze(to, SAME_TABLES);
  const verified = await verify(to, undefined);
  await endCopy(to);
  return { tables, verified };
}

/** The number of rows that will be sent, those that were sent before included. */
export async function countRows(from: Database): Promise<number> {
  let sum = 0;
  for (const name of SENT_TABLES) sum += await countOf(from, name);
  return sum;
}

async function prepareTarget(from: Database, to: Database): Promise<void> {
  const source = await identityOf(from);
  const begun = await copyBegun(to);
  if (begun !== undefined && begun !== source)
    throw new CannotCopy('the target has the beginning of a copy of another database; give an empty one');
  const pending = await pendingMigrations(to);
  const tables = await tablesIn(to);
  if (tables.length > 0 && pending.length > 0)
    throw new CannotCopy('the target has tables, but not those of this release; give an empty database');
  if (begun === undefined) {
    await requireEmpty(to, tables);
    await beginCopy(to, source);
  }
  await migrate(to);
}

async function requireEmpty(to: Database, tables: readonly string[]): Promise<void> {
  for (const name of tables) {
    if (name !== 'leases' && (await hasRows(to, name)))
      throw new CannotCopy(`the target has data of its own, in the table ${name}; give an empty database`);
  }
}

type TableCopy = CopyOptions & { readonly name: TableName };

async function copyTable(from: Database, to: Database, { name, onProgress, stop }: TableCopy): Promise<void> {
  const shape = await shapeOf(from, name);
  let after = await positionOf(to, name);
  let rows = after === undefined ? 0 : await countOf(to, name);
  let limit = FIRST_ROWS;
  onProgress({ table: name, rows });
  for (;;) {
    stop.throwIfAborted();
    const batch = await readRows(from, shape, { after, limit });
    if (batch.count === 0) return;
    await store(to, shape, { ...batch, after });
    after = batch.position;
    rows += batch.count;
    onProgress({ table: name, rows });
    limit = nextLimit(limit, batch.rows.length);
  }
}

/** Lets the next batch grow or shrink toward the size that it should have, at most twofold in growing. */
function nextLimit(limit: number, characters: number): number {
  const fitting = Math.floor((limit * BATCH_CHARACTERS) / Math.max(1, characters));
  return Math.max(1, Math.min(fitting, 2 * limit, MOST_ROWS));
}

type Stored = { readonly rows: string; readonly after: Position; readonly position: Position };

async function store(to: Database, shape: TableShape, { rows, after, position }: Stored): Promise<void> {
  await inTransaction(to, async (tx) => {
    if (!(await movePosition(tx, shape.name, { from: after, to: position })))
      throw new CannotCopy('another process copies to the target too; wait for it');
    await insertRows(tx, shape, rows);
  });
}

async function compareTables(from: Database, to: Database): Promise<Copied['tables']> {
  const tables: { name: TableName; rows: number }[] = [];
  for (const name of SAME_TABLES) {
    const shape = await shapeOf(from, name);
    const [here, there] = [await contentOf(from, shape), await contentOf(to, shape)];
    if (here.rows !== there.rows || here.digest !== there.digest)
      throw new CannotCopy(
        `the table ${name} differs: ${here.rows} rows here, ${there.rows} in the target; one of both was changed since the copy began, so give an empty database`,
      );
    tables.push({ name, rows: here.rows });
  }
  return tables;
}
