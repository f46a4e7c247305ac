import type { CompiledQuery, KyselyPlugin } from 'kysely';
import type { Database } from '../../src/queries/database.ts';

export type WatchedDatabase = {
  readonly db: Database;
  /** Every query asked through `db` so far, in order, as it was sent; BEGIN and COMMIT are not among them. */
  readonly asked: readonly CompiledQuery[];
};

/** The same pool, and what is asked of it. */
export function watchQueries(pool: Database): WatchedDatabase {
  const asked: CompiledQuery[] = [];
  const executor = pool.getExecutor();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      asked.push(executor.compileQuery(node, queryId));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return { db: pool.withPlugin(plugin), asked };
}
