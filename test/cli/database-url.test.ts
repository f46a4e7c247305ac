import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type Socket, createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgres } from '../support/postgres-programs.ts';
import { startPooler } from '../support/pooler.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { finish, useCommandLine } from './support.ts';

const { runBuilt, runWith, begin } = useCommandLine();

const UNUSABLE = 'site-traffic: the database cannot be used: ';

describe.skipIf(findPostgres() === undefined)('a PostgreSQL server', () => {
  let server: PostgresServer | undefined;

  beforeAll(async () => {
    server = await startPostgres();
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(`create role visitor login password 'pa@ss'`);
    const { rows } = await client.query<{ hba_file: string }>('show hba_file');
    const file = rows[0]?.hba_file ?? '';
    writeFileSync(file, `host all visitor 127.0.0.1/32 scram-sha-256\n${readFileSync(file, 'utf8')}`);
    // longer than a test may take: the server would end a connection that waits for a password after a minute
    await client.query(`alter system set authentication_timeout = '10min'`);
    await client.query('select pg_reload_conf()');
    await client.end();
  });

  afterAll(() => server?.stop());

  const urlOf = (user: string) => server?.url.replace('//postgres@', `//${user}@`);

  it.each([['account', 'list'], ['migrate'], ['serve', '--port', '0'], ['events', 'expire']])(
    'that wants a password, of which there is none, is reported at once by %s %s',
    async (...args) => {
      // whoever runs the tests may have a password in the environment
      const { exitCode, stderr } = await runBuilt({ env: { DATABASE_URL: urlOf('visitor') } }, ...args);
      expect([exitCode, stderr]).toEqual([
        1,
        `${UNUSABLE}the server wants a password and DATABASE_URL has none; write postgres://user:password@host:5432/database\n`,
      ]);
    },
  );

  it('refuses a wrong password, and takes the right one', async () => {
    const list = async (user: string) =>
      (await runWith({ env: { DATABASE_URL: urlOf(user) } }, 'account', 'list')).stderr;
    expect(await list('visitor:wrong')).toBe(
      `${UNUSABLE}password authentication failed for user "visitor"\n`,
    );
    expect(await list('visitor:pa%40ss')).toMatch(/^site-traffic: the database lacks \d+ migrations/);
  });

  it('gets advice from doctor for each reason that PostgreSQL has', async () => {
    const DATABASE_URL = urlOf('visitor:wrong');
    const elsewhere = server?.url.replace(/[^/]*$/, 'nowhere');
    const detail = async (url: string | undefined) => {
      const { stdout } = await runWith({ env: { DATABASE_URL: url } }, 'doctor');
      return stdout.slice(0, stdout.indexOf('\n') + 1);
    };
    const problem = 'problem\tdatabase\tthe database cannot be used: ';
    expect(await detail(DATABASE_URL)).toBe(
      `${problem}password authentication failed for user "visitor"; correct the user and the password in DATABASE_URL, where special characters are percent-encoded, such as %40 for @\n`,
    );
    expect(await detail(elsewhere)).toBe(
      `${problem}database "nowhere" does not exist; create it with createdb, or correct the name in DATABASE_URL\n`,
    );
    expect(await detail(urlOf('nobody'))).toBe(
      `${problem}role "nobody" does not exist; create it with createuser, or correct the user in DATABASE_URL\n`,
    );
  });

  it.each([['account', 'list'], ['migrate'], ['serve', '--port', '0']])(
    'is refused by %s %s behind a pooler that loses prepared statements',
    async (...args) => {
      const url = await startPooler(server?.url ?? '');
      const { exitCode, stderr } = await runWith({ env: { DATABASE_URL: url } }, ...args);
      expect([exitCode, stderr]).toEqual([
        1,
        `${UNUSABLE}a pooler such as PgBouncer, between this program and the server, loses prepared statements; ` +
          'set its pool_mode to session, or connect to the server directly\n',
      ]);
    },
  );

  it('that is read-only is a problem for doctor, which says what to do', async () => {
    await runWith({ env: { DATABASE_URL: server?.url } }, 'migrate');
    const DATABASE_URL = `${server?.url}?options=-c%20default_transaction_read_only%3Don`;
    expect(await runWith({ env: { DATABASE_URL } }, 'doctor')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining(
        '\nproblem\twrites\tthe database is read-only; if it is a standby, write the address of the primary to DATABASE_URL',
      ) as unknown,
    });
  });

  it('is refused by every command if a newer release has migrated it, and needs a newer program', async () => {
    const env = { DATABASE_URL: server?.url };
    await runWith({ env }, 'migrate');
    const client = new pg.Client({ connectionString: server?.url });
    await client.connect();
    await client.query(`insert into kysely_migration values ('9999-takes-away-needs-9998', '')`);
    await client.end();
    for (const args of [['account', 'list'], ['migrate'], ['serve', '--port', '0'], ['verify']]) {
      const { exitCode, stderr } = await runWith({ env }, ...args);
      expect([args, exitCode, stderr]).toEqual([
        args,
        1,
        'site-traffic: the database was made by a newer release, which applied the migration 9999-takes-away-needs-9998; ' +
          'run that release, or restore a backup\n',
      ]);
    }
  });
});

it.each([
  ['serve', 0],
  ['migrate', null],
])('a signal ends %s while a server does not respond', async (command, exitCode) => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const child = begin({ env: { DATABASE_URL: `postgres://127.0.0.1:${port}/x`, PORT: '0' } }, command);
  const finished = finish(child);
  const [socket] = (await once(silent, 'connection')) as [Socket];
  child.kill('SIGTERM');
  expect(await finished).toEqual({ exitCode, stdout: '', stderr: '' });
  socket.destroy();
  silent.close();
});
