// Rehearses an upgrade from an earlier revision: migrates its database while its own build serves and records, rolls
// the present build out beside it, and checks that no request failed and that nothing was lost.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '../support/postgres-server.ts';
import { type Build, buildRevision, openBuild } from './build.ts';
import { type Latencies, type LoadedSite, type PhaseFigures, startLoad } from './load.ts';

const [revision] = process.argv.slice(2);
if (revision === undefined) throw new Error('name a revision: npm run rehearse:upgrade -- REVISION');

const PHASE_MS = 5_000;
const SITES = 3;
const EMAIL = 'owner@example.com';
/** So that the tables are not empty when they are migrated. */
const EVENTS_BEFORE = 100_000;

const folder = mkdtempSync(join(tmpdir(), 'site-traffic-upgrade-'));
const postgres = await startPostgres();
try {
  const old = await buildRevision(revision, join(folder, 'old'));
  // no account may meet a limit
  const settings = {
    ...{ DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'data') },
    ...{ PRO_REQUESTS_PER_MINUTE: '1000000', PRO_EVENTS_PER_MONTH: '1000000000' },
  };
  await rehearse(openBuild(old, settings), openBuild(resolve('dist/cli.js'), settings));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(); // after a failure, the load goes on

async function rehearse(old: Build, present: Build): Promise<void> {
  await old.run('migrate');
  const sites = await fill(old);
  const before = await old.serve();
  const load = startLoad(sites, 'the old build serves', [before.url]);
  await delay(PHASE_MS);

  load.enter('the database is migrated', [before.url]);
  const migrated = await present.run('migrate');
  load.enter('the old build serves the new schema', [before.url]);
  await delay(PHASE_MS);
  const ready = await (await fetch(`${before.url}/health/ready`)).text();

  const after = await present.serve();
  load.enter('both builds serve', [before.url, after.url]);
  await delay(PHASE_MS);

  load.enter('the old build stops', [after.url]);
  await before.stop();
  load.enter('the present build serves', [after.url]);
  await delay(PHASE_MS);
  const { phases, recorded } = await load.stop();

  const stored = await countVisits(after.url, sites);
  await after.stop();
  const verified = await present
    .run('verify')
    .catch((error: unknown) => ({ stdout: String(error), tookMs: 0 }));
  const acknowledged = SITES * EVENTS_BEFORE + recorded;
  report(phases);
  const checks: readonly (readonly [what: string, holds: boolean])[] = [
    [`migrated in ${migrated.tookMs.toFixed(0)} ms: ${migrated.stdout.trim().replaceAll('\n', ', ')}`, true],
    ['no request failed', phases.every(({ failures }) => failures.length === 0)],
    [`${stored} of ${acknowledged} acknowledged events are stored`, stored === acknowledged],
    [`verify: ${verified.stdout.trim()}`, verified.stdout.includes(': 0 differences')],
    [`the old build reports the newer schema: ${ready}`, ready.includes('made by a newer release')],
  ];
  for (const [what, holds] of checks) console.log(`${holds ? 'ok  ' : 'FAIL'}  ${what}`);
  if (checks.some(([, holds]) => !holds)) process.exitCode = 1;
}

/** An account with sites that have events already. */
async function fill(build: Build): Promise<readonly LoadedSite[]> {
  const ask = async (...args: readonly string[]) =>
    JSON.parse((await build.run(...args, '--json')).stdout) as never;
  await ask('account', 'create', '--email', EMAIL, '--plan', 'pro');
  const makeKey = async (...options: readonly string[]) =>
    ((await ask('key', 'create', '--account', EMAIL, ...options)) as { key: string }).key;
  const readKey = await makeKey();
  const file = join(folder, 'events.ndjson');
  writeEvents(file);
  const sites: LoadedSite[] = [];
  for (let n = 0; n < SITES; n += 1) {
    const { id } = (await ask('site', 'create', '--account', EMAIL, '--domain', `${n}.example.com`)) as {
      id: string;
    };
    await build.run('events', 'import', '--site', id, file);
    sites.push({ id, readKey, collectKey: await makeKey('--scope', 'collect', '--site', id) });
  }
  return sites;
}

/** Visits of today by some bots. */
function writeEvents(file: string): void {
  const lines = Array.from({ length: EVENTS_BEFORE }, (_, n) =>
    JSON.stringify({
      type: 'bot',
      page_path: `/${n % 500}`,
      bot_name: `Bot${n % 50}`,
      bot_company: 'Company',
    }),
  );
  writeFileSync(file, `${lines.join('\n')}\n`);
}

async function countVisits(url: string, sites: readonly LoadedSite[]): Promise<number> {
  let visits = 0;
  for (const { id, readKey } of sites) {
    const headers = { authorization: `Bearer ${readKey}` };
    const response = await fetch(`${url}/api/v1/sites/${id}/stats`, { headers });
    const { totals } = (await response.json()) as { totals: { bot_visits: number } };
    visits += totals.bot_visits;
  }
  return visits;
}

function report(phases: readonly PhaseFigures[]): void {
  console.log('| requests that ended while | recording: count, median, slowest | reading | failed |');
  console.log('|---|---|---|---|');
  for (const { phase, records, reads, failures } of phases) {
    console.log(`| ${phase} | ${describe(records)} | ${describe(reads)} | ${failures.length} |`);
    for (const failure of failures.slice(0, 5)) console.error(failure);
  }
}

function describe({ count, medianMs, slowestMs }: Latencies): string {
  return `${count}, ${medianMs.toFixed(0)} ms, ${slowestMs.toFixed(0)} ms`;
}
