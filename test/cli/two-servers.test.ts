import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENTLY } from '../support/patience.ts';
import { findPostgres } from '../support/postgres-programs.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { hasRedis, startRedis } from '../support/redis-server.ts';
import { type Serving, awaitAddress, useCommandLine } from './support.ts';
import { messagesOf } from './worker-log.ts';

const { runWith, begin } = useCommandLine();

const ORIGIN = 'http://stats.example.com';
const QUOTA = 10;
const PASSWORD = 'correct horse battery';
const DAYS = 'start=2026-03-01&end=2026-03-01';

type Env = Readonly<Record<string, string>>;
type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown };

/** What they share is in the database. Redis only shares the limits, so the rest holds with it and without it. */
for (const withRedis of [false, true]) {
  const canRun = findPostgres() !== undefined && (!withRedis || hasRedis());
  const name = `two servers of one database, ${withRedis ? 'with' : 'without'} Redis`;

  describe.runIf(canRun || Boolean(process.env['CI']))(name, () => {
    let env: Env = {};
    let one: Serving;
    let other: Serving;

    beforeAll(async () => {
      const postgres = await startPostgres();
      const redis = withRedis ? await startRedis() : undefined;
      env = {
        ...{ DATABASE_URL: postgres.url, PUBLIC_URL: ORIGIN, FREE_EVENTS_PER_MONTH: String(QUOTA) },
        ...(redis && { REDIS_URL: redis.url }),
      };
      await runWith({ env }, 'migrate');
      one = await awaitAddress(begin({ env }, 'serve', '--port', '0'));
      await untilLeased(postgres.url);
      other = await awaitAddress(begin({ env }, 'serve', '--port', '0'));
      return async () => {
        await redis?.stop();
        await postgres.stop();
      };
    });

    const command = async (...args: readonly string[]): Promise<unknown> => {
      const { exitCode, stdout, stderr } = await runWith({ env }, ...args, '--json');
      if (exitCode !== 0) throw new Error(stderr);
      return JSON.parse(stdout);
    };

    /** An account with a site, a key that reads, and one that records. */
    async function makeOwner(email: string) {
      await command('account', 'create', '--email', email, '--plan', 'free');
      const { id } = (await command('site', 'create', '--account', email, '--domain', 'x.com')) as {
        id: string;
      };
      const key = ['key', 'create', '--account', email];
      const read = (await command(...key)) as { id: number; key: string };
      const collect = (await command(...key, '--scope', 'collect', '--site', id)) as typeof read;
      const get = (server: Serving, question: string) =>
        send(server, `/api/v1/sites/${id}/${question}`, { headers: bearer(read) });
      const record = (server: Serving, paths: readonly string[], idempotencyKey?: string) =>
        send(server, `/collect/sites/${id}/events`, {
          method: 'POST',
          headers: { ...bearer(collect), ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) },
          body: JSON.stringify(paths.map(visit)),
        });
      return { read, collect, get, record };
    }

    it('say at the start that they count limits apart, unless they share them', async () => {
      const said = () =>
        [one, other].map((server) => messagesOf(server).filter((message) => message.includes('REDIS_URL')));
      const alone =
        'limits are counted in this process only; set REDIS_URL if several processes serve the database';
      const apart =
        'each of the 2 processes that serve the database counts limits for itself; set REDIS_URL so that they share them';
      await expect.poll(said).toEqual(withRedis ? [[], []] : [[alone], [apart]]);
    });

    it('refuse a revoked key from the next request on', async () => {
      const { read, collect, get, record } = await makeOwner('revoked@example.com');
      const both = async () => [
        await codesOf([one, other], (server) => get(server, 'stats')),
        await codesOf([one, other], (server) => record(server, ['/'])),
      ];

      expect(await both()).toEqual([
        [200, 200],
        [200, 200],
      ]);
      for (const { id } of [read, collect]) await command('key', 'revoke', String(id));
      expect(await both()).toEqual([
        ['INVALID_KEY', 'INVALID_KEY'],
        ['INVALID_KEY', 'INVALID_KEY'],
      ]);
    });

    it('grant what a new plan allows from the next request on', async () => {
      const { get } = await makeOwner('plan@example.com');
      const hourly = () => codesOf([one, other], (server) => get(server, 'timeseries?granularity=hour'));

      expect(await hourly()).toEqual(['PLAN_REQUIRED', 'PLAN_REQUIRED']);
      await command('account', 'set-plan', 'plan@example.com', 'pro');
      expect(await hourly()).toEqual([200, 200]);
      await command('account', 'set-plan', 'plan@example.com', 'free');
      expect(await hourly()).toEqual(['PLAN_REQUIRED', 'PLAN_REQUIRED']);
    });

    it('spend one quota', async () => {
      const { get, record } = await makeOwner('quota@example.com');
      const paths = Array.from({ length: QUOTA }, (_, n) => `/${n}`);

      expect(await codesOf([one], (server) => record(server, paths.slice(0, 6)))).toEqual([200]);
      expect(await codesOf([other, one], (server) => record(server, paths.slice(0, 5)))).toEqual([
        'LIMIT_EXCEEDED',
        'LIMIT_EXCEEDED',
      ]);
      expect(await codesOf([other], (server) => record(server, paths.slice(6)))).toEqual([200]);
      expect(await codesOf([one, other], (server) => record(server, ['/more']))).toEqual([
        'LIMIT_EXCEEDED',
        'LIMIT_EXCEEDED',
      ]);
      expect((await get(one, `stats?${DAYS}`)).body).toMatchObject({ totals: { bot_visits: QUOTA } });
    });

    it('record a repeated request once', async () => {
      const { get, record } = await makeOwner('repeat@example.com');
      const first = await record(one, ['/a', '/b'], 'delivery');
      const repeated = await record(other, ['/a', '/b'], 'delivery');

      expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null]);
      expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
      expect(repeated.body).toEqual(first.body);
      expect(await codesOf([other], (server) => record(server, ['/c'], 'delivery'))).toEqual([
        'IDEMPOTENCY_KEY_REUSED',
      ]);
      expect((await get(other, `stats?${DAYS}`)).body).toMatchObject({ totals: { bot_visits: 2 } });
    });

    it('continue the cursors of each other, with the same rows', async () => {
      const { get, record } = await makeOwner('cursor@example.com');
      await record(one, ['/a', '/b', '/c', '/d', '/e']);
      type Page = { readonly events: readonly unknown[]; readonly next_cursor: string | null };
      const page = async (server: Serving, cursor?: string | null) =>
        (await get(server, `events?${DAYS}&limit=2${cursor ? `&cursor=${cursor}` : ''}`)).body as Page;

      const whole = (await get(other, `events?${DAYS}`)).body as Page;
      const first = await page(one);
      const second = await page(other, first.next_cursor);
      const third = await page(one, second.next_cursor);

      expect(whole.events).toHaveLength(5);
      expect([first, second, third].flatMap(({ events }) => events)).toEqual(whole.events);
      expect(third.next_cursor).toBeNull();
      expect(await page(one, first.next_cursor)).toEqual(second);
    });

    it('know the sessions of each other, and end them for both', async () => {
      await makeOwner('session@example.com');
      const { link } = (await command('account', 'invite', 'session@example.com')) as { link: string };
      const [, token] = link.split('#');
      const signIn = (server: Serving, credentials: object) =>
        send(server, '/session', {
          method: 'POST',
          headers: OWN_PAGE,
          body: JSON.stringify(credentials),
        });
      const signedIn = await signIn(one, { token: token?.split('=').at(-1), password: PASSWORD });
      const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
      const headers = { ...OWN_PAGE, cookie };
      const body = JSON.stringify({ query: '{ sites { domain } }' });
      const ask = () =>
        Promise.all(
          [one, other].map((server) => send(server, '/graphql', { method: 'POST', headers, body })),
        );

      const shown = { status: 200, body: { data: { sites: [{ domain: 'x.com' }] } } };
      expect(await ask()).toMatchObject([shown, shown]);
      expect((await send(other, '/session', { method: 'DELETE', headers })).status).toBe(204);
      const ended = { status: 401, body: { errors: [{ extensions: { code: 'SESSION_ENDED' } }] } };
      expect(await ask()).toMatchObject([ended, ended]);
      // the link is spent everywhere too, and the password holds
      const again = { token: token?.split('=').at(-1), password: PASSWORD };
      expect((await signIn(other, again)).body).toMatchObject({ code: 'INVITATION_INVALID' });
      expect((await signIn(other, { email: 'session@example.com', password: PASSWORD })).status).toBe(200);
    });
  });
}

const OWN_PAGE = { origin: ORIGIN, 'content-type': 'application/json' };

function bearer({ key }: { readonly key: string }) {
  return { authorization: `Bearer ${key}` };
}

function visit(path: string) {
  return {
    ...{ type: 'bot', page_path: path, bot_name: 'GPTBot', bot_company: 'OpenAI' },
    created_at: '2026-03-01T12:00:00Z',
  };
}

async function send({ url }: Serving, path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url + path, init);
  const text = await response.text();
  const body = text === '' ? undefined : (JSON.parse(text) as unknown);
  return { status: response.status, headers: response.headers, body };
}

/** The status of each server's answer, or its code if it refuses; one after the other. */
async function codesOf(
  servers: readonly Serving[],
  ask: (server: Serving) => Promise<Answer>,
): Promise<readonly unknown[]> {
  const codes: unknown[] = [];
  for (const server of servers) {
    const { status, body } = await ask(server);
    codes.push(status === 200 ? status : (body as { code?: string }).code);
  }
  return codes;
}

/** Waits until a server has leased its slot, by which others know of it. */
async function untilLeased(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const count = `select count(*)::int as n from leases where name like 'slot %'`;
    await vi.waitUntil(async () => (await client.query<{ n: number }>(count)).rows[0]?.n === 1, PATIENTLY);
  } finally {
    await client.end();
  }
}
