import type { BenchSite } from './dataset.ts';
import { runProduct } from './programs.ts';
import type { PreparedRequest } from './request.ts';

/** A key that records to the site. */
export async function collectKeyOf(databaseUrl: string, site: BenchSite): Promise<string> {
  const options = ['--account', emailOf(site), '--scope', 'collect', '--site', site.siteId];
  const { stdout } = await runProduct(['key', 'create', ...options], { DATABASE_URL: databaseUrl });
  return stdout.trim();
}

/** The address of the account that has the site. */
export function emailOf({ accountId }: BenchSite): string {
  return `owner${accountId}@example.com`;
}

export function collectRequest(
  { siteId }: BenchSite,
  key: string,
  events: readonly object[],
): PreparedRequest {
  return { path: `/collect/sites/${siteId}/events`, key, body: events };
}
