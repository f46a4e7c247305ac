import type { Site } from '../../domain/site.ts';
import { DAY_MS, formatInstant } from '../../domain/time.ts';
import { byOperator } from '../../operations/owner/in-account.ts';
import { createRobotsVersion } from '../../operations/owner/robots-versions.ts';
import type { DemoParts } from './demo-parts.ts';

const FIRST = `User-agent: *
Disallow: /search

Sitemap: https://example.com/sitemap.xml
`;

const SECOND = `# Some come for training only, and too often.
User-agent: PetalBot
Disallow: /

User-agent: CCBot
User-agent: Amazonbot
Disallow: /docs/
Allow: /docs/getting-started

User-agent: *
Content-Signal: search=yes, ai-train=no
Disallow: /search

Sitemap: https://example.com/sitemap.xml
`;

/** The second came into force so long before the site was created. */
const SECOND_AGO_MS = 20 * DAY_MS;

/** Gives the demo site two versions of its robots.txt, which some bots do not follow. */
export async function addRobotsTxt(
  { db, now }: DemoParts,
  { id: siteId, createdAtMs }: Site,
  startMs: number,
): Promise<void> {
  const asker = byOperator(db, now());
  const versions = [
    [startMs, FIRST],
    [createdAtMs - SECOND_AGO_MS, SECOND],
  ] as const;
  for (const [sinceMs, text] of versions)
    await createRobotsVersion(asker, { siteId, text, origin: 'file', since: formatInstant(sinceMs) });
}
