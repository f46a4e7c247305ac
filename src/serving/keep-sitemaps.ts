import type { Logger } from 'pino';
import type { Config } from '../settings/config.ts';
import type { Database } from '../database/database.ts';
import type { Beat } from '../operations/upkeep/beat.ts';
import type { Pace } from './one-a-minute.ts';

/** More of a site would keep the others waiting: each is a minute. */
const MOST_FILES = 100;

type KeepingParts = {
  readonly config: Config;
  readonly db: Database;
  readonly holder: string;
  readonly log: Logger;
  readonly now: () => number;
  readonly turnOf: Pace;
};

/** Updates the lists of the sites' pages day by day. */
export async function keepSitemaps({ config, turnOf, ...parts }: KeepingParts): Promise<Beat> {
  // imported late: most servers need neither
  const { startDailyUpdates } = await import('../operations/sitemaps/daily-updates.ts');
  const { sitemapsOfWeb } = await import('./sitemap-files.ts');
  return startDailyUpdates({
    ...parts,
    filesOf: ({ domain }, stop) => sitemapsOfWeb(domain, { config, turnOf, stop, mostFiles: MOST_FILES }),
  });
}
