import { makeSite, makeSites } from './fresh-sites.ts';
import { startRecorders } from './recorders.ts';
import { type Versus, inTurn } from './versus.ts';

/** Events per second of all recorders together: `ours` on one shared site, `theirs` on a site each. */
export type HotSiteResult = Versus & { readonly batch: number };

export const RECORDERS = 8;
const BATCHES = [10, 1_000];

/** Compares recorders on one hot site with as many on sites in accounts of their own. */
export async function measureHotSite(
  databaseUrl: string,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<readonly HotSiteResult[]> {
  const hot = await makeSite(databaseUrl);
  const apart = await makeSites(databaseUrl, RECORDERS);
  const recorders = startRecorders(databaseUrl, RECORDERS);
  const results: HotSiteResult[] = [];
  try {
    for (const batch of BATCHES) {
      const task = { batch, seconds, by: 'recording' } as const;
      const onHot = () => recorders.record(apart.map(() => ({ siteId: hot.siteId, ...task })));
      const onEach = () => recorders.record(apart.map(({ siteId }) => ({ siteId, ...task })));
      results.push({ batch, ...(await inTurn(rounds, onHot, onEach)) });
    }
  } finally {
    recorders.stop();
  }
  return results;
}
