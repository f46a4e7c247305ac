import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, get } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Serving, openBeside, stopServing, useCommandLine } from './support.ts';
import { logOf, messagesOf, untilServing } from './worker-log.ts';
import { isAlive } from '../support/is-alive.ts';

const { ask, folder, dataDir, makeMigrated, runBuilt, runWith, serve, serveWith } = useCommandLine();

beforeAll(async () => {
  await makeMigrated();
  await ask('account', 'create', '--email', 'owner@example.com', '--plan', 'pro');
});

describe('serve --workers', () => {
  // first, since a worker that another test kills keeps its slot for a while
  it('gives each worker a slot of its own, and says once what does not work without PUBLIC_URL', async () => {
    const server = await serveWith({ TRUSTED_PROXIES: '127.0.0.1' }, 'serve', '--workers', '3');
    const db = await openBeside(dataDir);
    const slots = async () => {
      const rows = await db.selectFrom('leases').select('name').where('name', 'like', 'slot %').execute();
      return rows.length;
    };

    await expect.poll(slots).toBe(3);
    expect(messagesOf(server).filter((message) => message.includes('PUBLIC_URL'))).toEqual([
      expect.stringMatching(/^PUBLIC_URL is not set: owners can sign in at the address that TRUSTED_PROXIES/),
    ]);
    await stopServing(server);
  });

  it('shares the port, replaces a killed worker and lets the others go on, and stops as one', async () => {
    const server = await serve('serve', '--workers', '2');
    const first = (await untilServing(server, 2)).toSorted(byNumber);
    expect(await answeredBy(server, 2)).toEqual(first);

    const [killed = 0, survivor = 0] = first;
    process.kill(killed, 'SIGKILL');
    await expect
      .poll(() => logOf(server))
      .toContainEqual(
        expect.objectContaining({
          worker: killed,
          reason: 'a worker process was ended by SIGKILL',
          retryMs: 100,
        }),
      );
    const [, , next = 0] = await untilServing(server, 3);
    expect(await answeredBy(server, 2)).toEqual([survivor, next].toSorted(byNumber));
    // the primary owns the database, which outlives the worker
    expect(await ask('account', 'list')).toMatchObject([{ email: 'owner@example.com' }]);

    await stopServing(server);
    expect(logOf(server).at(-1)).toMatchObject({ msg: 'stopped' });
    expect(messagesOf(server).filter((message) => message.includes('REDIS_URL'))).toEqual([
      'each of the 2 processes that serve the database counts limits for itself; set REDIS_URL so that they share them',
    ]);
    expect([killed, survivor, next].filter(isAlive)).toEqual([]);
  });

  it('replaces all workers on SIGHUP while no request fails', async () => {
    const server = await serve('serve', '--workers', '2');
    const first = await untilServing(server, 2);
    const load = startLoad(server.url);
    await load.untilAnswered(50);

    server.kill('SIGHUP');
    await expect.poll(() => messagesOf(server)).toContain('reloaded');
    await load.untilAnswered(50);

    expect(await load.stop()).toEqual([]);
    const serving = (await untilServing(server, 4)).slice(2);
    expect(await answeredBy(server, 2)).toEqual(serving.toSorted(byNumber));
    expect(first.filter(isAlive)).toEqual([]);
    server.kill('SIGINT');
    expect(await server.ended).toBe(0);
  });

  it('a key that is revoked is refused by every worker from the next request on', async () => {
    const server = await serve('serve', '--workers', '2');
    await untilServing(server, 2);
    const { id, key } = (await ask('key', 'create', '--account', 'owner@example.com')) as {
      id: number;
      key: string;
    };
    const statuses = async () => {
      const headers = { authorization: `Bearer ${key}` };
      const asked = Array.from({ length: 6 }, () => open(`${server.url}/api/v1/sites`, false, headers));
      return (await Promise.all(asked)).map(({ statusCode }) => statusCode);
    };

    expect(await statuses()).toEqual(Array(6).fill(200));
    await ask('key', 'revoke', String(id));
    expect(await statuses()).toEqual(Array(6).fill(401));
    await stopServing(server);
  });

  it('reports a port that is taken, bad settings and bad files once, with the exit codes of one process', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const rules = join(folder, 'rules');
    writeFileSync(rules, 'nonsense');
    const run = async (env: NodeJS.ProcessEnv, ...args: readonly string[]) => {
      const alone = await runWith({ env, command: 'node dist/cli.js' }, 'serve', ...args);
      expect(await runBuilt({ env: { ...env, WORKERS: '2' } }, 'serve', ...args)).toEqual(alone);
      return alone;
    };

    expect(await run({}, '--port', String(port))).toMatchObject({ exitCode: 1, stdout: '' });
    expect(await run({ CONVERSION_RULES: rules }, '--port', '0')).toMatchObject({ exitCode: 2 });
    expect(await run({ PORT: 'x' })).toMatchObject({ exitCode: 2 });
    expect(await run({ DATA_DIR: join(folder, 'new') }, '--port', '0')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(
        /^site-traffic: the database in \S+\/new \(DATA_DIR\) lacks \d+ migrations; run:/,
      ) as string,
    });
    expect(await runWith({}, 'serve', '--workers', '0')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'site-traffic: --workers must be a whole number from 1 to 99, or auto; got "0"\n',
    });
    taken.close();
  });
});

/** More than one worker accepts before another does. */
const AT_ONCE = 16;

/** The process ids of the workers that answer requests, each on a connection of its own, once so many workers did. */
async function answeredBy(server: Serving, workers: number): Promise<readonly number[]> {
  // by their path, since lines of requests before them may still be on their way
  const answered = () => logOf(server).filter(({ path }) => path === '/health/live');
  const before = answered().length;
  const pids = () =>
    new Set(
      answered()
        .slice(before)
        .map(({ pid }) => pid),
    );
  let asked = 0;
  const askSome = async () => {
    await Promise.all(Array.from({ length: AT_ONCE }, () => open(`${server.url}/health/live`, false)));
    asked += AT_ONCE;
    await expect.poll(() => answered().length).toBe(before + asked);
    return pids().size;
  };
  await expect.poll(askSome).toBe(workers);
  return [...pids()].toSorted(byNumber);
}

/** Callers that ask without a pause: some keep their connections, others take a new one for each request. */
function startLoad(url: string) {
  const agent = new Agent({ keepAlive: true });
  const failures: unknown[] = [];
  let answered = 0;
  let isOver = false;
  const caller = async (connection: Agent | false) => {
    while (!isOver) {
      try {
        const { statusCode } = await open(`${url}/health/ready`, connection);
        if (statusCode !== 200) failures.push(statusCode);
      } catch (error) {
        failures.push(error);
      }
      answered++;
    }
  };
  const callers = [agent, agent, agent, false, false].map((one) => caller(one as Agent | false));
  return {
    async untilAnswered(more: number): Promise<void> {
      const enough = answered + more;
      await expect.poll(() => answered).toBeGreaterThan(enough);
    },
    async stop(): Promise<readonly unknown[]> {
      isOver = true;
      await Promise.all(callers);
      agent.destroy();
      return failures;
    },
  };
}

async function open(url: string, agent: Agent | false, headers = {}): Promise<IncomingMessage> {
  const asked = get(url, { agent, headers });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  await text(response);
  return response;
}

function byNumber(one: number, other: number): number {
  return one - other;
}
