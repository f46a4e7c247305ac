import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrator.ts';
import { createAttribution } from '../../src/operations/recording/attribution.ts';
import { verify } from '../../src/operations/upkeep/verify.ts';
import { parseConversionRules } from '../../src/recording/conversion-rules.ts';
import { Stopped } from '../../src/serving/stop-signal.ts';
import { useCommandLine } from '../cli/support.ts';
import { atEnd } from '../support/at-end.ts';
import { startGateway } from '../support/gateway.ts';
import { makeKey, makeOwner, makeSite } from '../support/makers.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { describeWithPostgres } from '../support/with-postgres.ts';
import { type BruteForce, type Lane, type Trait, createBruteForce } from './attribution/brute-force.ts';
import { compareEvents, compareStats } from './attribution/comparison.ts';
import { ROTATIONS, createRotatingLog } from './attribution/followed-log.ts';
import { CONVERSION_RULES, WRITERS } from './attribution/lanes.ts';
import { createRandom, makeRounds } from './attribution/made-visits.ts';
import { countRecorded, recordedEvents } from './attribution/recorded.ts';

const NOW = '2026-03-15T03:00:00.000Z';
const NOW_MS = Date.parse(NOW);
const WINDOW_MS = 30 * 60_000;
const ROUNDS = 8;
/** In these rounds what a crash of the database takes is taken before they begin, and the followers start again or go on. */
const CRASHES: ReadonlyMap<number, 'followers go on' | 'followers start again'> = new Map([
  [4, 'followers go on'],
  [6, 'followers start again'],
]);
const MAKING = {
  ...{ seed: 20_261_126, visits: 1_000, rounds: ROUNDS, lateRounds: 3, lanes: 4, windowMs: WINDOW_MS },
  ...{ fromMs: NOW_MS - 5 * 3_600_000, untilMs: NOW_MS - 60_000 },
};

const ALL_TRAITS: readonly Trait[] = [
  ...(['told', 'when the window ends', 'a millisecond late', 'at the same time'] as const),
  ...(['several at that time', 'across midnight', 'across recorders', 'lost in a crash'] as const),
  'without a client',
];

const cli = useCommandLine();

type Where = { readonly db: Database; readonly env: NodeJS.ProcessEnv };

async function attributeAll({ db, env }: Where): Promise<void> {
  const { accountId, key } = await makeOwner(db);
  const site = await makeSite(db, accountId);
  const lanes = await startLanes({ db, env }, accountId, site.id);
  const bruteForce = await recordAll(db, site.id, lanes);
  const stored = await recordedEvents(db, site.id);
  const { broken } = compareEvents(stored, bruteForce);
  const days = { start: '2026-03-14', end: '2026-03-15' };
  const stats = await compareStats(lanes[2].ask(key), site.id, stored, days);
  const traits = new Set([...bruteForce.expected().values()].flatMap((one) => [...one.traits]));
  expect({ broken, stats, ...(await verify(db, site.id)) }).toEqual({
    ...{ broken: [], stats: [] },
    ...{ sites: 1, drift: [], failed: [] },
  });
  expect([...traits].toSorted()).toEqual(ALL_TRAITS.toSorted());
}

type RecordingLane = Lane & {
  readonly record: (lines: readonly string[], disturbance: Disturbance) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Records round after round, each when all of the one before is recorded. */
async function recordAll(db: Database, siteId: string, lanes: readonly RecordingLane[]): Promise<BruteForce> {
  const random = createRandom(MAKING.seed);
  const bruteForce = createBruteForce(WINDOW_MS);
  let round = 0;
  for (const visits of makeRounds(MAKING)) {
    const crash = CRASHES.get(round);
    if (crash !== undefined) {
      bruteForce.crashing()();
      await sql`truncate landings, visitor_secrets`.execute(db);
    }
    const written = lanes.map((lane, at) => {
      const lines = visits.filter((visit) => visit.lane === at).map(WRITERS[lane.format]);
      for (const line of lines) bruteForce.read(lane, line);
      return lines;
    });
    const restart = crash === undefined ? RESTARTS[round % RESTARTS.length] : RESTART_AFTER[crash];
    const disturbance = { random, restart, isCalm: round === 0 };
    await Promise.all(lanes.map((lane, at) => lane.record(written[at] ?? [], disturbance)));
    await expect.poll(() => countRecorded(db, siteId)).toBe(bruteForce.events());
    round++;
  }
  await Promise.all(lanes.map((lane) => lane.stop()));
  return bruteForce;
}

/** When a follower starts again: before what is written in a round, while it is written, or not at all. */
const RESTARTS = [undefined, 'before', 'while'] as const;

const RESTART_AFTER = { 'followers go on': undefined, 'followers start again': 'before' } as const;

type Disturbance = {
  readonly random: () => number;
  readonly restart: (typeof RESTARTS)[number];
  readonly isCalm: boolean;
};

/** Two followers, and two servers that share nothing but the database. */
async function startLanes({ db, env }: Where, accountId: number, siteId: string) {
  const rules = join(cli.folder, `${siteId}.txt`);
  writeFileSync(rules, CONVERSION_RULES);
  const commandEnv = { ...env, CONVERSION_RULES: rules };
  const { key: collectKey } = await makeKey(db, accountId, siteId);
  const combined = follow(commandEnv, siteId, 'combined');
  const json = follow(commandEnv, siteId, 'json');
  const backend = (name: string) => serve(db, { siteId, collectKey, name });
  return [combined, json, backend('first'), backend('second')] as const;
}

function follow(env: NodeJS.ProcessEnv, siteId: string, format: 'combined' | 'json') {
  const folder = join(cli.folder, siteId, format);
  mkdirSync(folder, { recursive: true });
  const log = createRotatingLog(folder);
  let stop: () => Promise<void> = () => Promise.resolve();

  function start(): void {
    const stopping = new AbortController();
    const given = { env, now: NOW, stop: stopping.signal };
    const ended = cli.runWith(given, 'logs', 'follow', '--site', siteId, log.path);
    stop = async () => {
      stopping.abort(new Stopped('SIGTERM'));
      expect(await ended).toMatchObject({ exitCode: 0 });
    };
  }

  start();
  const lane: Lane = { name: format, keepsOwn: true, format };
  return {
    ...lane,
    async record(lines: readonly string[], { random, restart, isCalm }: Disturbance) {
      const half = Math.floor(lines.length / 2);
      if (restart === 'before') await stop();
      log.append(lines.slice(0, half));
      if (restart === 'while') await stop();
      const how = isCalm ? undefined : ROTATIONS[Math.floor(random() * 2 * ROTATIONS.length)];
      if (how) log.rotate(how, lines.slice(half, half + 2));
      log.append(lines.slice(how ? half + 2 : half));
      if (restart !== undefined) start();
    },
    stop: () => stop(),
  };
}

type Backend = { readonly siteId: string; readonly collectKey: string; readonly name: string };

function serve(db: Database, { siteId, collectKey, name }: Backend) {
  const parsed = parseConversionRules(CONVERSION_RULES);
  if ('complaints' in parsed) throw new Error(parsed.complaints.join());
  const attribution = createAttribution({ db, minutes: 30, now: () => NOW_MS, by: 'server' });
  const { rest } = startGateway({ db, now: NOW, recording: { conversionRules: parsed.rules, attribution } });
  const lane: Lane = { name, keepsOwn: false, format: 'item' };
  return {
    ...lane,
    async record(lines: readonly string[]) {
      for (let from = 0; from < lines.length; from += 20) {
        const body = lines.slice(from, from + 20).join('\n');
        const answer = await rest(`/collect/sites/${siteId}/events`, collectKey, { method: 'POST', body });
        expect(answer).toMatchObject({ status: 200 });
      }
    },
    stop: () => Promise.resolve(),
    ask: (key: string) => async (body: string) => {
      const headers = { 'content-type': 'application/json' };
      return (await rest('/graphql', key, { method: 'POST', headers, body })).body as unknown;
    },
  };
}

describeWithPostgres('attribution', () => {
  it('finds the product that an independent reading finds, over midnight, rotations, restarts and a crash', async () => {
    const server = await startPostgres();
    atEnd(() => server.stop());
    const db = openDatabase({ connection: { url: server.url }, poolSize: 4, statementTimeoutMs: 30_000 });
    atEnd(() => db.destroy());
    await migrate(db);
    await attributeAll({ db, env: { DATABASE_URL: server.url } });
  });
});
