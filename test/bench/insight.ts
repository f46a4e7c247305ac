import type { Cleanup } from './cleanup.ts';
import type { Cluster } from './cluster.ts';
import { measureJudging } from './insight-judging.ts';
import { measureNames } from './insight-names.ts';
import { measurePages } from './insight-pages.ts';
import { measureReach } from './insight-reach.ts';
import type { Options } from './options.ts';
import { when } from './progress.ts';
import type { Results } from './results.ts';
import { type MeasuredDatabase, createDatabase, startServer } from './servers.ts';
import { measureLookups } from './verdict-lookup.ts';

export type InsightScale = {
  /** The site whose pages are counted. */
  readonly crawl: { readonly events: number; readonly rounds: number };
  /** The visits that are recorded and judged. */
  readonly judgedVisits: number;
  /** Rounds of the requests that count names. */
  readonly nameRounds: number;
};

type Run = {
  readonly cluster: Cluster;
  readonly folder: string;
  readonly options: Options;
  readonly cleanup: Cleanup;
};

/** A busy machine may take longer than a server lets a statement take. Requests and events are more than a plan allows. */
const SETTINGS = {
  DATABASE_STATEMENT_TIMEOUT_MS: '120000',
  PRO_REQUESTS_PER_MINUTE: '1000000',
  PRO_EVENTS_PER_MONTH: 'unlimited',
};

/** Measures what GraphQL answers beyond REST, and how bots are verified. It has databases of its own. */
export async function measureInsight(
  { cluster, folder, options, cleanup }: Run,
  { crawl, judgedVisits, nameRounds }: InsightScale,
): Promise<Pick<Results, 'insight' | 'lookups'>> {
  // a server folds when it starts, so it starts before there is anything to fold
  const begin = async (name: string): Promise<MeasuredDatabase> => {
    const databaseUrl = await createDatabase(cluster, name);
    const server = await startServer('product', databaseUrl, { settings: SETTINGS });
    cleanup.add(() => server.stop());
    return { databaseUrl, server, postgresPid: cluster.pid, folder };
  };
  const pages = await when(options, 'insight pages', async () => measurePages(await begin('pages'), crawl));
  const names = await when(options, 'insight names', async () =>
    measureNames(await begin('names'), nameRounds),
  );
  const reach = await when(options, 'insight reach', async () => measureReach(await begin('reach'), crawl));
  const judging = await when(options, 'insight judging', async () =>
    measureJudging(await begin('judging'), judgedVisits),
  );
  const lookups = await when(options, 'insight lookups', () => Promise.resolve(measureLookups()));
  const insight = [pages, names, reach, judging].flatMap((lines) => lines ?? []);
  return { insight, lookups: lookups ?? [] };
}
