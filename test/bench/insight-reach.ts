import { DAY_MS, formatDate } from '../../src/domain/time.ts';
import { type Client, createClient } from './client.ts';
import { settle } from './fill.ts';
import { timeMs } from './growth.ts';
import { type CrawledSite, PATHS, fillCrawledSite, planObservedSite } from './insight-data.ts';
import type { InsightLine } from './insight-line.ts';
import { addRobots, addSitemap } from './insight-site.ts';
import { leaseTurn } from './large-stage.ts';
import { cpuUs } from './processes.ts';
import { progress } from './progress.ts';
import type { PreparedRequest } from './request.ts';
import { graphqlCompanies, graphqlObedience, graphqlPages, graphqlReach } from './requests.ts';
import type { MeasuredDatabase } from './servers.ts';
import { type RatioGoal, inTurn } from './versus.ts';

/** From so many events on, as the goals have them. */
const GOAL_EVENTS = 5_000_000;

/** Compares `reach` with `pages`, and `obedience` with `companies`, over a year that is folded, and whose visits are judged. */
export async function measureReach(
  stage: MeasuredDatabase,
  { events, rounds }: { readonly events: number; readonly rounds: number },
): Promise<readonly InsightLine[]> {
  const { databaseUrl, server, postgresPid } = stage;
  const site = planObservedSite(events);
  await fillCrawledSite(databaseUrl, site);
  await addSitemap(stage, site);
  const { fromMs } = site.days;
  // or the server would judge, too
  await leaseTurn(databaseUrl, 'judging');
  await addRobots(stage, site.siteId, [fromMs - DAY_MS, fromMs + 180 * DAY_MS]);
  progress('folding and judging the visits');
  await settle(databaseUrl);
  const client = createClient(server.url);
  const clocks = {
    CPU: () => (cpuUs(server.pid) + cpuUs(postgresPid)) / 1_000,
    'wall time': () => performance.now(),
  };
  const lines: InsightLine[] = [];
  try {
    await requireJudged(client, site);
    for (const { name, ask, against, ratio, times } of planPairs(site)) {
      progress(`insight reach: ${name}`);
      for (const [of, readMs] of Object.entries(clocks)) {
        const costOf = (request: PreparedRequest) => async () => {
          const before = readMs();
          for (let time = 0; time < times; time += 1) await timeMs(client, request);
          return (readMs() - before) / times;
        };
        const versus = await inTurn(rounds, costOf(ask), costOf(against));
        const line = `${name}, a year of ${site.bots} bots, ${of}`;
        lines.push({ name: line, unit: 'ms', goal: goalOf(ratio), events, ...versus });
      }
    }
  } finally {
    client.close();
  }
  return lines;
}

function goalOf(ratio: number | undefined): RatioGoal | undefined {
  return ratio === undefined ? undefined : { kind: 'at most', ratio, fromEvents: GOAL_EVENTS };
}

/** A request that may take at most so many times what another takes. */
type Pair = {
  readonly name: string;
  readonly ask: PreparedRequest;
  readonly against: PreparedRequest;
  /** Undefined if it is only shown. */
  readonly ratio?: number;
  /** So many of each in a round: CPU time is counted in hundredths of a second. */
  readonly times: number;
};

function planPairs(site: CrawledSite): readonly Pair[] {
  const days = yearOf(site);
  const reach = { against: graphqlPages(site, days), times: 5 };
  const obedience = { against: graphqlCompanies(site, days), times: 50 };
  const pages = `${PATHS.toLocaleString('en')} listed pages`;
  return [
    {
      name: `reach of ${pages} ÷ pages`,
      ask: graphqlReach(site, days, { byReader: false }),
      ratio: 2,
      ...reach,
    },
    {
      name: `reach of ${pages}, with bots and companies ÷ pages`,
      ask: graphqlReach(site, days, { byReader: true }),
      ratio: 6,
      ...reach,
    },
    {
      name: 'obedience ÷ companies',
      ask: graphqlObedience(site, days, { withPages: false }),
      ratio: 1,
      ...obedience,
    },
    {
      name: 'obedience with the pages of rules ÷ companies',
      ask: graphqlObedience(site, days, { withPages: true }),
      ...obedience,
    },
  ];
}

function yearOf({ days: { fromMs, untilMs } }: CrawledSite) {
  return { start: formatDate(fromMs), end: formatDate(untilMs - DAY_MS) };
}

/** Throws unless visits of the whole year are judged, some of them against the rules. */
async function requireJudged(client: Client, site: CrawledSite): Promise<void> {
  const { body } = await client.ask(graphqlObedience(site, yearOf(site), { withPages: false }));
  const { data } = JSON.parse(body) as ObedienceAnswer;
  const { judgedUntil, against } = data.site.obedience;
  if (against > 0 && judgedUntil !== null && Date.parse(judgedUntil) >= site.days.untilMs) return;
  throw new Error(`the visits are not judged: ${body}`);
}

type ObedienceAnswer = {
  data: { site: { obedience: { readonly judgedUntil: string | null; readonly against: number } } };
};
