import { INSTALLED } from '../../src/catalogue/catalogue.ts';
import type { Database } from '../../src/database/database.ts';
import { formatInstant, startOfDay } from '../../src/domain/time.ts';
import { judgeSite } from '../../src/operations/judging/judge-site.ts';
import { createJudging } from '../../src/operations/judging/judging.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { createRobotsVersion } from '../../src/operations/owner/robots-versions.ts';
import { findSitesToJudge } from '../../src/queries/judged-sites.ts';
import { listVersionTimes } from '../../src/queries/robots-versions.ts';

/** Judges what is due on all sites; nothing may fail. */
export async function judge(db: Database, nowMs: number): Promise<void> {
  const judgeSites = createJudging({ db, catalogue: () => INSTALLED });
  for await (const { cause } of judgeSites(nowMs)) throw cause;
}

/** Gives a site a version of its robots.txt, and returns its id. */
export async function addVersion(
  db: Database,
  siteId: string,
  {
    sinceMs,
    nowMs,
    text,
  }: {
    readonly sinceMs: number;
    readonly nowMs: number;
    readonly text: string;
  },
): Promise<number> {
  const asker = byOperator(db, nowMs);
  const since = formatInstant(sinceMs);
  return (await createRobotsVersion(asker, { siteId, text, origin: 'file', since })).version.id;
}

/** Judges one site, whatever others have in the same database. */
export async function judgeOne(db: Database, siteId: string, nowMs: number): Promise<void> {
  const { due, versions } = await dueOf(db, siteId, nowMs);
  if (due) await judgeSite({ db, catalogue: INSTALLED }, due, { versions, nowMs });
}

/** What is to be judged of a site, if anything. */
export async function dueOf(db: Database, siteId: string, nowMs: number) {
  const versions = await listVersionTimes(db, [siteId]);
  const [due] = await findSitesToJudge(db, [{ siteId, versions }], startOfDay(nowMs));
  return { due, versions };
}
