import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BruteForce, createBruteForce } from '../attribution/brute-force.ts';
import { askServer, compareEvents, compareStats } from '../attribution/comparison.ts';
import { CONVERSION_RULES, type RecordingLane, WRITERS, startLanes } from '../attribution/lanes.ts';
import { createRandom, makeRounds, type MadeVisit } from '../attribution/made-visits.ts';
import { recordedEvents, recordedUntil, sweepAll } from '../attribution/recorded.ts';
import { verify } from '../final-check.ts';
import type { Outage, OutageResult } from './outage.ts';
import type { OutageServer } from './server.ts';

const VISITS = Number(process.env['ATTRIBUTION_VISITS'] ?? 1_000_000);
const SEED = Number(process.env['ATTRIBUTION_SEED'] ?? 20_261_126);
const ROUNDS = 40;
/** When the database crashes: before a round begins, or while it is recorded. */
type Crash = 'before' | 'before, and followers too' | 'while';
const CRASHES: ReadonlyMap<number, Crash> = new Map([
  [26, 'before'],
  [29, 'before, and followers too'],
  [32, 'while'],
  [35, 'while'],
  [38, 'before, and followers too'],
]);
const WINDOW_MS = 30 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CRASH_WITHIN_MS = 1_000;

const folder = mkdtempSync(join(tmpdir(), 'site-traffic-attribution-'));
const rulesFile = join(folder, 'rules.txt');

/** What is acknowledged has to outlive the crash. */
const postgres = ['synchronous_commit=on', 'full_page_writes=on'];
const env = {
  PRO_REQUESTS_PER_MINUTE: '1000000',
  PRO_EVENTS_PER_MONTH: 'unlimited',
  CONVERSION_RULES: rulesFile,
};

/**
 * A million visits, by two followed logs and two backends, are recorded by five processes, which are killed, as the
 * database is, while logs are rotated: each conversion has the product that an independent reading finds.
 */
export const attribution: Outage = { env, postgres, run };

writeFileSync(rulesFile, CONVERSION_RULES);
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

async function run(server: OutageServer): Promise<OutageResult> {
  const account = await server.makeAccount();
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const commandEnv = { DATABASE_URL: server.postgres.url, ...env };
  const url = () => server.url;
  const lanes = startLanes(folder, commandEnv, { url, ...account });
  const bruteForce = createBruteForce(WINDOW_MS);
  const fromMs = performance.now();
  const work = { server, lanes, bruteForce, siteId: account.siteId, count };
  try {
    await recordAll(work);
    const tookS = (performance.now() - fromMs) / 1_000;
    const stored = await recordedEvents(server.db, account.siteId);
    const found = compareEvents(stored, bruteForce);
    const stats = await compareStats(askServer(server.url, account.key), account.siteId, stored, daysOfRun());
    const swept = await sweepAll(server.db);
    // by now the usage is recounted, as after each crash
    const verified = await verify(commandEnv);
    return {
      figures: [
        ['visits', VISITS],
        ['events', bruteForce.events()],
        ['taken', `${tookS.toFixed(0)} s`],
        ...counts,
        ...found.figures,
        ...swept.figures,
      ],
      broken: [
        ...found.broken,
        ...stats,
        ...verified,
        ...swept.broken,
        ...lanes.flatMap(({ log }) => log?.failure() ?? []),
      ],
    };
  } finally {
    for (const { log } of lanes) await log?.kill();
  }
}

function daysOfRun() {
  const day = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
  return { start: day(Date.now() - 2 * DAY_MS), end: day(Date.now()) };
}

type Work = {
  readonly server: OutageServer;
  readonly lanes: readonly RecordingLane[];
  readonly bruteForce: BruteForce;
  readonly siteId: string;
  readonly count: (what: string) => void;
};

/**
 * From six hours before midnight until the last whole hour: the landings of both days are shared by all processes. Those of
 * yesterday are also in a server's own memory, so the crashes come later.
 */
function span() {
  const nowMs = Date.now();
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const hour = (nowMs - todayMs) / HOUR_MS;
  if (hour < 6 || hour > 23)
    throw new Error('begin it between 6 and 23 o’clock (UTC): it needs a part of today');
  return { fromMs: todayMs - 6 * HOUR_MS, untilMs: todayMs + Math.floor(hour) * HOUR_MS };
}

async function recordAll(work: Work): Promise<void> {
  const random = createRandom(SEED + 1);
  const making = {
    ...{ seed: SEED, visits: VISITS, rounds: ROUNDS, lateRounds: Math.min(...CRASHES.keys()) - 1 },
    ...{ lanes: work.lanes.length, windowMs: WINDOW_MS, ...span() },
  };
  let round = 0;
  for (const visits of makeRounds(making)) {
    await recordRound(work, { visits, random, isCalm: round === 0, crash: CRASHES.get(round++) });
    if (round % 10 === 0) console.error(`${round} rounds, ${work.bruteForce.events()} events`);
  }
}

type Round = {
  readonly visits: readonly MadeVisit[];
  readonly random: () => number;
  readonly isCalm: boolean;
  readonly crash: Crash | undefined;
};

/** All that a round has is recorded before the next one begins: so it is known what was recorded before what. */
async function recordRound(work: Work, { visits, random, isCalm, crash }: Round): Promise<void> {
  if (crash !== undefined && crash !== 'while') await crashBefore(work, crash);
  const hasCrashed = crash === 'while' ? work.bruteForce.crashing() : () => undefined;
  const written = writtenBy(work, visits);
  const disturbance = { random, isCalm, count: work.count };
  await Promise.all([
    crash === 'while' ? crashSoon(work, random) : !isCalm && killSomething(work, random),
    ...work.lanes.map((lane, at) => lane.record(written[at] ?? [], disturbance)),
  ]);
  hasCrashed();
  const { server, lanes, siteId, bruteForce } = work;
  const failures = () => lanes.flatMap(({ log }) => log?.failure() ?? []);
  await recordedUntil(server.db, siteId, bruteForce.events(), failures);
}

async function crashBefore(work: Work, crash: Crash): Promise<void> {
  const logs = crash === 'before' ? [] : work.lanes.flatMap(({ log }) => log ?? []);
  await Promise.all(logs.map((log) => log.kill()));
  work.bruteForce.crashing()();
  await crashNow(work);
  for (const log of logs) log.start();
}

/** The lines of each lane, which the brute force reads in their order. */
function writtenBy(
  { lanes, bruteForce }: Work,
  visits: readonly MadeVisit[],
): readonly (readonly string[])[] {
  return lanes.map((lane, at) => {
    const lines = visits.filter((visit) => visit.lane === at).map(WRITERS[lane.format]);
    for (const line of lines) bruteForce.read(lane, line);
    return lines;
  });
}

async function crashNow({ server, count }: Work): Promise<void> {
  await server.postgres.crash(() => Promise.resolve());
  count('crashes of the database');
}

async function crashSoon(work: Work, random: () => number): Promise<void> {
  await delay(random() * CRASH_WITHIN_MS);
  await crashNow(work);
}

/** Every other round, a worker of the server, now and then all of it. */
async function killSomething({ server, count }: Work, random: () => number): Promise<void> {
  const draw = random();
  await delay(random() * CRASH_WITHIN_MS);
  if (draw < 0.05) {
    await server.primary.kill();
    await server.primary.start();
    count('servers killed');
  } else if (draw < 0.5) {
    const [pid] = server.workers();
    if (pid === undefined) return;
    process.kill(pid, 'SIGKILL');
    count('workers killed');
  }
}
