import { withClient } from './cluster.ts';
import { type BenchSite, planSite } from './dataset.ts';
import { insertSites } from './fill.ts';

/** Creates empty sites, each in an account of its own. */
export async function makeSites(databaseUrl: string, count: number): Promise<readonly BenchSite[]> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ highest: string }>('select max(id) as highest from accounts');
    const highest = Number(rows[0]?.highest ?? 0);
    const sites = Array.from({ length: count }, (_, index) => planSite(highest + 1 + index, 0));
    await insertSites(client, sites);
    return sites;
  });
}

/** Creates one of them. */
export async function makeSite(databaseUrl: string): Promise<BenchSite> {
  const [site] = await makeSites(databaseUrl, 1);
  if (site === undefined) throw new Error('no site was made');
  return site;
}
