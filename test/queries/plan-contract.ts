import type { Database } from '../../src/database/database.ts';
import type { Explained } from './explain.ts';
import type { Measured } from './plan-measure.ts';

/** A question about the skewed data, and what each statement that it asks may cost. */
export type Question = {
  readonly of: (...given: never[]) => unknown;
  readonly when: string;
  readonly ask: (db: Database) => Promise<unknown>;
  /** By the statement's name, or the verb and table of one that has none. */
  readonly may: Readonly<Record<string, Allowance>>;
};

export type Allowance = {
  /** Exactly what is returned or written, in sum over the times it is asked. */
  readonly rows: number;
  /** At most what is taken from tables for that; by default not a row more. */
  readonly read?: number;
  /** The rows are new ones, made from what is read. */
  readonly inserts?: true;
  /** The only indexes that may be read; `all` and a table for one that is read as a whole. */
  readonly by: readonly string[];
};

/** A connection that asks for the first time reads the catalog, also for what indexes compute. */
const PAGES_OF_A_STATEMENT = 200;
/** One in the table, and an index from its root down when it is looked up apart from others. */
const PAGES_A_ROW_READ = 3;
/** In the table and in all its indexes, twice for the rows that turn out to be there. */
const PAGES_A_ROW_INSERTED = 20;

/**
 * The plans that cost more than they may, a sentence each. Pages tell what rows do not: that an index was walked from
 * end to end for a column in its middle.
 */
export function complaints(
  { may }: Pick<Question, 'may'>,
  explained: readonly Explained[],
): readonly string[] {
  return explained.flatMap(({ statement, rows, plans }) => {
    const allowed = may[statement];
    return Object.entries(plans)
      .filter(([, plan]) => allowed === undefined || !isWithin(allowed, plan))
      .map(([kind, plan]) => {
        const { by, read, pages } = plan;
        return `${statement} (${kind}): ${rows} of ${read} rows, ${pages} pages, by ${by.join(', ')}`;
      });
  });
}

function isWithin(
  { rows, read: most = rows, inserts, by: indexes }: Allowance,
  { by, read, pages }: Measured,
): boolean {
  const inserted = inserts === true || indexes.length === 0 ? rows : 0;
  const mostPages = PAGES_A_ROW_INSERTED * inserted + PAGES_A_ROW_READ * most;
  return (
    by.every((index) => indexes.includes(index)) && read <= most && pages <= PAGES_OF_A_STATEMENT + mostPages
  );
}
