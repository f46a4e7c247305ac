import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, formatDate, formatInstant } from '../../src/domain/time.ts';
import { type CrawledSite, PATHS, PATH_OF_PAGE } from './insight-data.ts';
import { query } from './large-stage.ts';
import { runProduct } from './programs.ts';
import type { MeasuredDatabase } from './servers.ts';

type Stage = Pick<MeasuredDatabase, 'databaseUrl' | 'folder'>;

/** The paths of all pages, those that are read most first. */
export async function listPaths(databaseUrl: string): Promise<readonly string[]> {
  const select = `select ${PATH_OF_PAGE} as path from generate_series(1, ${PATHS}) as page order by page`;
  return (await query<{ path: string }>(databaseUrl, select)).map(({ path }) => path);
}

/** A list of all pages. Nine of ten have changed, on a day of the site's. */
export async function addSitemap({ databaseUrl, folder }: Stage, site: CrawledSite): Promise<void> {
  const { accountId, siteId, days } = site;
  const dayCount = (days.untilMs - days.fromMs) / DAY_MS;
  const urls = (await listPaths(databaseUrl)).map((path, index) => {
    const lastmod = `<lastmod>${formatDate(days.fromMs + ((index * 7) % dayCount) * DAY_MS)}</lastmod>`;
    const loc = `<loc>https://site${accountId}.example.com${path}</loc>`;
    return `<url>${loc}${index % 10 === 0 ? '' : lastmod}</url>`;
  });
  const file = join(folder, 'sitemap.xml');
  const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9';
  writeFileSync(file, `<urlset xmlns="${xmlns}">${urls.join('\n')}</urlset>`);
  await runProduct(['sitemap', 'update', '--site', siteId, '--from', file], { DATABASE_URL: databaseUrl });
}

/** Forbids one page of forty, and some more. */
const ROBOTS = `User-agent: *
Disallow: /docs/how-
Disallow: /search
Disallow: /admin/
Disallow: /*.php$
Disallow: /*-prices-work-*9$
Allow: /docs/how-to-buy$

User-agent: GPTBot
Disallow: /docs/how-
Disallow: /news/where-
`;

/** Gives the site a version of its robots.txt from each of these times on. */
export async function addRobots(
  { databaseUrl, folder }: Stage,
  siteId: string,
  sinces: readonly number[],
): Promise<void> {
  const file = join(folder, 'robots.txt');
  for (const [index, sinceMs] of sinces.entries()) {
    writeFileSync(file, `${ROBOTS}Disallow: /products/all-${index}\n`);
    const command = ['robots', 'set', '--site', siteId, '--since', formatInstant(sinceMs), file];
    await runProduct(command, { DATABASE_URL: databaseUrl });
  }
}
