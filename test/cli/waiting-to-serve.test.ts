import { beforeAll, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { PATIENTLY } from '../support/patience.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { describeWithPostgres } from '../support/with-postgres.ts';
import { awaitAddress, stopServing, untilMatch, useCommandLine } from './support.ts';

const { runWith, begin } = useCommandLine();

describeWithPostgres('serve, while its database is away', () => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await startPostgres();
    await runWith({ env: { DATABASE_URL: server.url } }, 'migrate');
    return () => server.stop();
  });

  it.each([
    ['alone', []],
    ['with workers', ['--workers', '2']],
  ])('waits and says so, then serves, %s', async (_, options) => {
    const port = await freePort();
    const env = { DATABASE_URL: server.url };
    let child: ReturnType<typeof begin> | undefined;
    await server.restart(async () => {
      child = begin({ env }, 'serve', '--port', String(port), ...options);
      await untilMatch(child.stderr, /the database is unreachable; waiting for it, for 300 s at most/);
      await expect.poll(() => statusOf(port, '/health/live'), PATIENTLY).toBe(200);
      expect(await statusOf(port, '/health/ready')).toBe(503);
      expect(await statusOf(port, '/api/v1/sites')).toBe(500);
    });
    if (child === undefined) throw new Error('it was not begun');
    const serving = await awaitAddress(child);

    expect(await statusOf(port, '/health/ready')).toBe(200);
    await stopServing(serving);
  });

  it('ends when its time is over', async () => {
    const env = { DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/x`, DATABASE_WAIT_SECONDS: '1' };

    const { exitCode, stderr } = await runWith({ env }, 'serve', '--port', '0');

    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/site-traffic: the database cannot be used: connect ECONNREFUSED .*\n$/);
  });

  it('does not wait for a database that the server does not have', async () => {
    const url = new URL(server.url);
    url.pathname = '/nowhere';

    const { exitCode, stderr } = await runWith({ env: { DATABASE_URL: url.href } }, 'serve', '--port', '0');

    expect([exitCode, stderr]).toEqual([
      1,
      'site-traffic: the database cannot be used: database "nowhere" does not exist\n',
    ]);
  });
});

/** The status of an answer; 0 without one. */
async function statusOf(port: number, path: string): Promise<number> {
  const headers = { connection: 'close' };
  return fetch(`http://127.0.0.1:${port}${path}`, { headers }).then(
    ({ status }) => status,
    () => 0,
  );
}
