import type { LargeData, LargeSite } from './large-data.ts';
import { type LargeLine, atLeast, atMost, lineOf } from './large-line.ts';
import { type LargeStage, lastDays, untilUpkept, withoutUpkeep } from './large-stage.ts';
import { type TimedRequest, ratioOf, timeAll, timeFolded } from './large-times.ts';
import { type OfBots, graphqlPages } from './requests.ts';

const FIRST_PASS_SECONDS = 600;

/** What reads cost before and after the days are folded, and how long the first upkeep takes. */
export async function measureFolding(stage: LargeStage, limitSeconds: number): Promise<readonly LargeLine[]> {
  const { data } = stage;
  const requests = foldedRequests(data);
  const before = await withoutUpkeep(stage, ({ client }) => timeAll(client, requests));
  const pass = { name: `first upkeep of ${count(data.sites.length)} sites`, unit: 's' };
  const passLine = await lineOf({ ...pass, goal: atMost(FIRST_PASS_SECONDS) }, async () => {
    const fromMs = performance.now();
    const tookMs = await untilUpkept(stage, limitSeconds, () => performance.now() - fromMs);
    if (tookMs === undefined) throw new Error(`not done without a failure after ${limitSeconds} s`);
    return tookMs / 1_000;
  });
  const after = await withoutUpkeep(stage, ({ client }) => timeFolded(stage, client, requests));
  const compared = requests.map(({ name, goal }, index) =>
    lineOf({ name: `${name}, not folded, against folded`, unit: '×', goal }, () =>
      Promise.resolve(ratioOf(before[index], after[index])),
    ),
  );
  return [passLine, ...(await Promise.all(compared))];
}

/** About 1.6 million events of the largest site, if all sites have 36 million. */
const MANY_DAYS = 50;

function foldedRequests(data: LargeData): readonly TimedRequest[] {
  const { largest, manyPaths } = data;
  const pages = (site: LargeSite, days: number, bots: OfBots = {}) =>
    graphqlPages(site, lastDays(data, days), bots);
  return [
    {
      name: `pages of a company, ${MANY_DAYS} days`,
      goal: atMost(3),
      site: largest,
      request: pages(largest, MANY_DAYS, { company: 'OpenAI' }),
    },
    {
      name: `pages of a purpose, ${MANY_DAYS} days`,
      goal: atMost(3),
      site: largest,
      request: pages(largest, MANY_DAYS, { purpose: 'TRAINING' }),
    },
    {
      name: `pages of a site with ${count(manyPaths.paths)} paths, 365 days`,
      goal: atLeast(3),
      site: manyPaths,
      request: pages(manyPaths, 365),
    },
  ];
}

function count(amount: number): string {
  return amount.toLocaleString('en');
}
