import type { Logger } from 'pino';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Config } from '../settings/config.ts';
import type { Database } from '../database/database.ts';
import { sitesAtOnce } from '../database/share-out.ts';
import { createAlerting } from '../operations/alerting/alerting.ts';
import { startJudging } from '../operations/judging/judging.ts';
import { startRobotsBeat } from '../operations/retrieving/robots-beat.ts';
import type { Beat } from '../operations/upkeep/beat.ts';
import { startUpkeep } from '../operations/upkeep/upkeep.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { keepSitemaps } from './keep-sitemaps.ts';
import { createPace } from './one-a-minute.ts';
import { retrievingBy } from './retrieving-by.ts';

export type BesideParts = {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  readonly catalogue: () => Catalogue;
  readonly metrics: Metrics | undefined;
  /** The name under which the server leases. */
  readonly holder: string;
  readonly now: () => number;
};

/** Starts what a server does with the sites beside answering requests. */
export async function startWorkBeside(parts: BesideParts): Promise<readonly Beat[]> {
  const { config, db, log, catalogue, metrics, holder, now } = parts;
  const work = { db, holder, log, now };
  const { plans, poolSize, databaseUrl } = config;
  const atOnce = sitesAtOnce(poolSize, databaseUrl !== undefined);
  const alerting = createAlerting({ ...work, plans, catalogue });
  // one for both: a host is asked for its robots.txt and for its sitemaps
  const turnOf = createPace(now);
  const retrieving = { ...retrievingBy(config), turnOf };
  return [
    startUpkeep({ ...work, plans, atOnce, alerting, onDone: metrics?.noteUpkeep }),
    startJudging({ ...work, catalogue, atOnce }),
    ...(config.retrieving.robots ? [startRobotsBeat({ ...work, retrieving })] : []),
    ...(config.retrieving.sitemaps ? [await keepSitemaps({ ...work, config, turnOf })] : []),
  ];
}
