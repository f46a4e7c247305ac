import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { type Serving, awaitAddress, openBeside, stopServing, useCommandLine } from './support.ts';
import { connectOnce } from '../support/connect-once.ts';
import { isAlive } from '../support/is-alive.ts';
import { canSeeSockets, socketsOf, untilStopped } from '../support/sockets.ts';
import { type LogLine, logOf, untilServing } from './worker-log.ts';

const { folder, dataDir, makeMigrated, begin, runBuilt } = useCommandLine();

const DEATHS = join(folder, 'deaths');
const PRELOAD = join(folder, 'preload.mjs');

const KILLS = 3;

/** While the file of deaths is there, each new worker dies before it does anything. */
const env = { NODE_OPTIONS: `--import=${pathToFileURL(PRELOAD).href}` };

beforeAll(async () => {
  await makeMigrated();
  writeFileSync(
    PRELOAD,
    `import cluster from 'node:cluster';
     import { existsSync } from 'node:fs';
     if (cluster.isWorker && existsSync(${JSON.stringify(DEATHS)})) process.exit(7);`,
  );
});

describe('a worker that dies', () => {
  // first, since it looks at all leases
  it('leaves its slot to others at once', async () => {
    const server = await serve('1');
    const db = await openBeside(dataDir);
    const [victim = 0] = await untilServing(server, 1);
    const [before] = await untilLeased(db, '');

    process.kill(victim, 'SIGKILL');
    // whoever renews a lease moves its end, so only one that was ended is over before
    const isHeld = async () =>
      (await leases(db)).some(({ holder, ends }) => holder === before?.holder && ends >= before.ends);
    await expect.poll(isHeld).toBe(false);
    await untilLeased(db, before?.holder ?? '');
    await stopServing(server);
  });

  it('again and again is replaced more and more slowly, while the others go on', async () => {
    const server = await serve('2');
    const [victim = 0] = await untilServing(server, 2);

    letDie();
    process.kill(victim, 'SIGKILL');
    await expect.poll(() => deathsIn(server).length).toBeGreaterThanOrEqual(4);
    expect(await statusOf(server)).toBe(200);
    expect(deathsIn(server).slice(0, 4)).toEqual([
      ['a worker process was ended by SIGKILL', 100],
      ['a worker process exited with 7', 200],
      ['a worker process exited with 7', 400],
      ['a worker process exited with 7', 800],
    ]);

    letLive();
    await untilServing(server, 3);
    await stopServing(server);
  });

  it('with all others, at the same moment, is replaced too, at the same port', async () => {
    const server = await serve('2');
    const [one = 0, other = 0] = await untilServing(server, 2);

    letDie();
    for (const pid of [one, other]) process.kill(pid, 'SIGKILL');
    await expect.poll(() => deathsIn(server).length).toBeGreaterThanOrEqual(4);
    await expect(statusOf(server)).rejects.toThrow('fetch failed');

    letLive();
    await untilServing(server, 4);
    expect(await statusOf(server)).toBe(200);
    await stopServing(server);
  });

  it('before it could ever serve ends the program, which says so', async () => {
    letDie();

    expect(await runBuilt({ env }, 'serve', '--workers', '2', '--port', '0')).toMatchObject({
      exitCode: 7,
      stdout: '',
      stderr: expect.stringMatching(/^(\{.*\n)?site-traffic: a worker process exited with 7\n$/) as string,
    });
  });
});

describe.runIf(canSeeSockets)('new connections', () => {
  it('are ended when the worker that had them is killed, and none is left with the primary process', async () => {
    const server = await serve('2');
    let [victim = 0] = await untilServing(server, 2);
    const before = socketsOf(server.pid).length;

    for (let served = 3; served < 3 + KILLS; served++) {
      const storm = Array.from({ length: 100 }, () => connectOnce(server.url));
      await Promise.race(storm);
      process.kill(victim, 'SIGKILL');
      expect(await Promise.all(storm)).not.toContain('open');
      victim = (await untilServing(server, served)).at(-2) ?? 0;
    }
    // one of those before may have been open only for a moment
    await expect.poll(() => socketsOf(server.pid).length).toBeLessThanOrEqual(before);
    await stopServing(server);
  });

  it('are answered by the other workers while one is stopped', async () => {
    const server = await serve('2');
    const [victim = 0] = await untilServing(server, 2);

    process.kill(victim, 'SIGSTOP');
    await untilStopped(victim);
    const endings = await Promise.all(Array.from({ length: 50 }, () => connectOnce(server.url)));
    process.kill(victim, 'SIGCONT');

    expect(new Set(endings)).toEqual(new Set(['answered']));
    await stopServing(server);
  });
});

describe('the primary process, while nobody reads the log', () => {
  it('leaves no worker behind when it is killed', async () => {
    const { server, workers } = await serveUnread();
    server.kill('SIGKILL');
    await expect.poll(() => workers.filter(isAlive)).toEqual([]);
  });

  it('stops gracefully', async () => {
    const { server, workers } = await serveUnread();
    await stopServing(server);
    expect(workers.filter(isAlive)).toEqual([]);
  });

  /** With more in the log than the pipes hold. */
  async function serveUnread() {
    letLive();
    const child = begin({ env }, 'serve', '--workers', '2', '--port', '0');
    const server = await awaitAddress(child);
    const workers = await untilServing(server, 2);
    child.stderr.pause();
    const ask = async () =>
      fetch(`${server.url}/${'a'.repeat(50_000)}`, { headers: { connection: 'close' } });
    for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 20 }, ask));
    return { server, workers };
  }
});

async function serve(workers: string): Promise<Serving> {
  letLive();
  return awaitAddress(begin({ env }, 'serve', '--workers', workers, '--port', '0'));
}

function letDie(): void {
  writeFileSync(DEATHS, '');
}

function letLive(): void {
  rmSync(DEATHS, { force: true });
}

function deathsIn(server: Serving): readonly (readonly [LogLine['reason'], LogLine['retryMs']])[] {
  const deaths = logOf(server).filter(({ msg }) => msg === 'worker ended; it will be replaced');
  return deaths.map(({ reason, retryMs }) => [reason, retryMs]);
}

async function statusOf({ url }: Serving): Promise<number> {
  return (await fetch(`${url}/health/live`, { headers: { connection: 'close' } })).status;
}

type Held = { readonly holder: string; readonly ends: number };

async function leases(db: Database): Promise<readonly Held[]> {
  const { rows } = await sql<Held>`
    select holder, extract(epoch from expires_at)::float8 as ends from leases where name like 'slot %'`.execute(
    db,
  );
  return rows;
}

/** The slots that are held, by others than this one, once there is one. */
async function untilLeased(db: Database, other: string): Promise<readonly Held[]> {
  const held = async () => (await leases(db)).filter(({ holder }) => holder !== other);
  await expect.poll(async () => (await held()).length).toBe(1);
  return held();
}
