import { BOTS } from '../../src/catalogue/bots.ts';
import { type Random, createRandom } from '../../src/cli/demo/random.ts';
import type { TimeRange } from '../../src/domain/date-range.ts';
import { openDatabase } from '../../src/database/database.ts';
import { DAY_MS, formatInstant } from '../../src/domain/time.ts';
import { createJudging } from '../../src/operations/judging/judging.ts';
import { type Client, createClient } from './client.ts';
import { DAYS } from './dataset.ts';
import { makeSite } from './fresh-sites.ts';
import type { InsightLine } from './insight-line.ts';
import { addRobots, listPaths } from './insight-site.ts';
import { collectKeyOf, collectRequest } from './large-collector.ts';
import { leaseTurn } from './large-stage.ts';
import { cpuUs, ownCpuUs } from './processes.ts';
import type { PreparedRequest } from './request.ts';
import type { MeasuredDatabase } from './servers.ts';
import { type RatioGoal, versusOf } from './versus.ts';

const BATCH = 1_000;
const PARTS = 10;
const GOAL: RatioGoal = { kind: 'at most', ratio: 0.1, fromEvents: 1_000_000 };

/** The day on which everything happens. */
const FROM_MS = DAYS.untilMs - DAY_MS;

/**
 * Records visits of a day through the collector and judges them after each batch. Compares the CPU time of judging with that
 * of recording, both with PostgreSQL's, in ten parts of the day.
 */
export async function measureJudging(
  stage: MeasuredDatabase,
  events: number,
): Promise<readonly InsightLine[]> {
  const { databaseUrl, server, postgresPid } = stage;
  // what the server does beside answering would be counted with recording
  for (const turn of ['judging', 'upkeep'] as const) await leaseTurn(databaseUrl, turn);
  const site = await makeSite(databaseUrl);
  await addRobots(stage, site.siteId, [FROM_MS - DAY_MS, FROM_MS + DAY_MS / 2]);
  const key = await collectKeyOf(databaseUrl, site);
  const paths = await listPaths(databaseUrl);
  const random = createRandom(1);
  const client = createClient(server.url);
  const db = openDatabase({ connection: { url: databaseUrl }, poolSize: 2, statementTimeoutMs: 120_000 });
  const judgeSites = createJudging({ db });
  const parts = Array.from({ length: PARTS }, () => ({ ours: 0, theirs: 0 }));
  const batchMs = (DAY_MS * BATCH) / events;
  let range = { fromMs: FROM_MS, untilMs: FROM_MS + batchMs };
  try {
    for (const part of parts) {
      for (let visits = 0; visits < events / PARTS; visits += BATCH) {
        const request = collectRequest(site, key, visitsOf(random, paths, range));
        part.theirs += await cpuMsOf([server.pid, postgresPid], () => record(client, request));
        part.ours += await cpuMsOf([process.pid, postgresPid], () => judge(judgeSites(range.untilMs)));
        range = { fromMs: range.untilMs, untilMs: range.untilMs + batchMs };
      }
    }
  } finally {
    client.close();
    await db.destroy();
  }
  const name = 'judging the visits of a day ÷ recording them, 1,000 at once, CPU';
  return [{ name, unit: 'ms', goal: GOAL, events, ...versusOf(parts) }];
}

async function record(client: Client, request: PreparedRequest): Promise<void> {
  const { status, body } = await client.ask(request);
  if (status !== 200) throw new Error(`the collector answered ${status}: ${body}`);
}

async function judge(failures: AsyncIterable<{ readonly cause: unknown }>): Promise<void> {
  for await (const { cause } of failures) throw new Error('the site was not judged', { cause });
}

/** Of the process itself and of all of PostgreSQL. */
type Counted = readonly [pid: number, postgresPid: number];

async function cpuMsOf([pid, postgresPid]: Counted, work: () => Promise<void>): Promise<number> {
  const postgresUs = cpuUs(postgresPid);
  const fromUs = ownCpuUs(pid);
  await work();
  const spentUs = ownCpuUs(pid) - fromUs;
  return (spentUs + cpuUs(postgresPid) - postgresUs) / 1_000;
}

const NAMED = BOTS.filter(({ robotsToken }) => robotsToken !== null);

/** Visits in the order of time, of bots and pages distributed as Zipf has it; some read robots.txt. */
function visitsOf(random: Random, paths: readonly string[], range: TimeRange): readonly object[] {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor((items.length + 1) ** random.next()) - 1];
  return Array.from({ length: BATCH }, (_, index) => {
    const bot = pick(NAMED);
    return {
      type: 'bot',
      bot_name: bot?.name,
      bot_company: bot?.company,
      page_path: random.next() < 0.001 ? '/robots.txt' : pick(paths),
      status: 200,
      bytes: Math.floor(random.next() * 60_000),
      created_at: formatInstant(Math.floor(range.fromMs + (index / BATCH) * (range.untilMs - range.fromMs))),
    };
  });
}
