import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom } from '../../src/cli/demo/random.ts';
import { rebuild, verify } from '../../src/operations/upkeep/verify.ts';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { describeWithPostgres } from '../support/with-postgres.ts';
import { crawlPath } from './memory-book.ts';
import { RotatedLog } from './rotated-log.ts';
import { type CommandLine, finish, untilMatch, useCommandLine } from '../cli/support.ts';

const KILLS = 25;
/** Most kills fall into this many looks at the database, while the first lines are recorded. */
const LOOKS = 60;

/** The processes start one after the other, each slower on a busy machine. */
const TIMEOUT_MS = 600_000;

describeWithPostgres('logs follow', { timeout: TIMEOUT_MS }, () => {
  const cli: CommandLine = useCommandLine();
  let log: RotatedLog;
  const random = createRandom(20_261_120);
  let db: Database;
  let env = {};

  beforeAll(async () => {
    log = new RotatedLog();
    const server = await startPostgres();
    env = { DATABASE_URL: server.url, PRO_EVENTS_PER_MONTH: 'unlimited' };
    await cli.runWith({ env }, 'migrate');
    db = openDatabase({ connection: { url: server.url }, poolSize: 2, statementTimeoutMs: 30_000 });
    return async () => {
      await db.destroy();
      await server.stop();
    };
  });

  afterAll(() => log.remove());

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

  /** What a server and its log rotation do in a while. */
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
    let told = '';
    log.write(1);
    const first = follow();
    await expect.poll(countEvents).toBe(1);
    first.kill('SIGKILL');
    await once(first, 'exit');

    for (let kill = 1; kill < KILLS; kill++) {
      const child = follow();
      child.stderr.on('data', (text: Buffer) => (told += text.toString()));
      const ended = once(child, 'exit');
      for (let n = random.count(8); n > 0; n--) happen();
      // most die while they record, some before they begin
      if (random.next() < 0.9) await untilMatch(child.stderr, /\n/);
      // looks, not milliseconds: they take longer on a slow machine, as recording does
      for (let looks = Math.floor(random.next() * LOOKS); looks > 0; looks--) {
        if (looks % 10 === 0) happen();
        await countEvents();
      }
      child.kill('SIGKILL');
      happen();
      await ended;
    }

    expect(told).not.toMatch(/is gone|was deleted/);
    const last = follow();
    const lines = log.numbers();
    await expect.poll(countEvents).toBeGreaterThanOrEqual(lines.length);
    const finished = finish(last);
    last.kill('SIGTERM');
    expect(await finished).toMatchObject({ exitCode: 0 });
    const { rows } = await sql<{ path: string }>`select page_path as path from events`.execute(db);
    expect(rows.map(({ path }) => path).toSorted()).toEqual(lines.map(crawlPath).toSorted());
    // a killed process leaves the room that it had reserved, and nothing else
    const { drift } = await verify(db, siteId);
    expect(drift.filter((found) => 'siteId' in found)).toEqual([]);
    await rebuild(db, siteId);
    expect(await verify(db, siteId)).toEqual({ sites: 1, drift: [], failed: [] });
  });
});
