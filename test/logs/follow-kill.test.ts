import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../src/cli/demo/random.ts';
import { verify } from '../../src/operations/upkeep/verify.ts';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { findPostgres } from '../support/postgres-programs.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { crawlPath } from './memory-book.ts';
import { RotatedLog } from './rotated-log.ts';
import { type CommandLine, finish, useCommandLine } from '../cli/support.ts';

const KILLS = 50;
const WAIT = { timeout: 60_000, interval: 50 };

// in CI a missing PostgreSQL is a failure, not a reason to skip
describe.skipIf(findPostgres() === undefined && !process.env['CI'])('logs follow', () => {
  const cli: CommandLine = useCommandLine();
  const log = new RotatedLog();
  const random = createRandom(20_261_120);
  let server: PostgresServer | undefined;
  let db: Database;
  let env = {};

  beforeAll(async () => {
    server = await startPostgres();
    if (!server) throw new Error('PostgreSQL is required in CI');
    env = { DATABASE_URL: server.url, PRO_EVENTS_PER_MONTH: 'unlimited' };
    await cli.runWith({ env }, 'migrate');
    db = openDatabase({ connection: { url: server.url }, poolSize: 2, statementTimeoutMs: 30_000 });
  });

  afterAll(async () => {
    await db.destroy();
    await server?.stop();
    log.remove();
  });

  async function makeSite(): Promise<string> {
    await cli.runWith({ env }, 'account', 'create', '--email', 'a@example.com', '--plan', 'pro');
    const ran = await cli.runWith(
      { env },
      ...['site', 'create', '--account', 'a@example.com', '--domain', 'example.com', '--json'],
    );
    return (JSON.parse(ran.stdout) as { id: string }).id;
  }

  async function countEvents(): Promise<number> {
    const { rows } = await sql<{ events: number }>`select count(*) as events from events`.execute(db);
    return rows[0]?.events ?? 0;
  }

  /** What a server and its rotation do in a while. */
  function happen(): void {
    log.write(random.count(20));
    const what = random.pick([
      ['nothing', 12],
      ['rename', 2],
      ['truncate', 2],
      ['pack', 3],
    ]);
    if (what[0] === 'rename') {
      log.rename();
      // the writer goes on for a little before it reopens its log
      log.write(random.count(2));
      log.reopen();
    }
    if (what[0] === 'truncate') log.copyAndTruncate();
    if (what[0] === 'pack') log.pack(random.count(3), random.next() < 0.3);
  }

  it(`counts every line once, though it is killed ${KILLS} times while its log is written and rotated`, async () => {
    const siteId = await makeSite();
    const follow = () => cli.begin({ env }, 'logs', 'follow', '--site', siteId, log.path);
    log.write(1);
    const first = follow();
    await expect.poll(countEvents, WAIT).toBe(1);
    first.kill('SIGKILL');
    await once(first, 'exit');

    for (let kill = 1; kill < KILLS; kill++) {
      const child = follow();
      const state = { isDead: false };
      const exit = once(child, 'exit').then(() => (state.isDead = true));
      // most die while they record, some before they begin
      const begun = random.next() < 0.9 ? once(child.stderr, 'data') : Promise.resolve();
      const killed = begun.then(async () => {
        await delay(random.next() * 120);
        child.kill('SIGKILL');
      });
      while (!state.isDead) {
        happen();
        await delay(25);
      }
      await Promise.all([killed, exit]);
    }

    const last = follow();
    const lines = log.numbers();
    await expect.poll(countEvents, WAIT).toBeGreaterThanOrEqual(lines.length);
    const finished = finish(last);
    last.kill('SIGTERM');
    expect(await finished).toMatchObject({ exitCode: 0 });
    const { rows } = await sql<{ path: string }>`select page_path as path from events`.execute(db);
    expect(rows.map(({ path }) => path).toSorted()).toEqual(lines.map(crawlPath).toSorted());
    expect(await verify(db, siteId)).toEqual({ sites: 1, drift: [] });
  });
});
