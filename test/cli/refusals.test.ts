import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../db/migrations/index.ts';
import { anyOf } from '../../src/domain/any-of.ts';
import { FORMAT_NAMES } from '../../src/recording/log-formats.ts';
import { useCommandLine } from './support.ts';

const ALL = Object.keys(MIGRATIONS).length;

const { folder, dataDir, run, runWith, ask, serve } = useCommandLine();

describe('before the database is migrated', () => {
  const lacking = `the database in ${dataDir} (DATA_DIR) lacks ${ALL} migrations; run: site-traffic migrate`;
  const refused = { exitCode: 1, stdout: `{"error":"${lacking}"}\n`, stderr: `site-traffic: ${lacking}\n` };

  it('a command does not create a database where there is none, and says where it looked', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty, { mode: 0o700 });
    for (const [given, path] of [
      [dataDir, dataDir],
      [empty, empty],
      [relative('.', dataDir), dataDir],
    ] as const) {
      const { exitCode, stdout } = await runWith({ env: { DATA_DIR: given } }, 'account', 'list', '--json');
      const error = `there is no database in ${path} (DATA_DIR); if the server uses another folder, set DATA_DIR to it; to create a new database there, run: site-traffic migrate`;
      expect([exitCode, stdout]).toEqual([1, `${JSON.stringify({ error })}\n`]);
    }
    expect([existsSync(dataDir), readdirSync(empty)]).toEqual([false, []]);
  });

  it('serve reports the command to run first', async () => {
    expect(await run('serve', '--port', '0', '--json')).toEqual(refused);
  });

  it('other commands report it too, also with --json in front', async () => {
    expect(await run('--json', 'account', 'list')).toEqual(refused);
  });
});

describe('wrong usage', () => {
  it.each([
    [['account', 'create'], "required option '--email <email>' not specified"],
    [['acount'], "unknown command 'acount' (Did you mean account?)"],
    [['help', 'nope'], "unknown command 'nope'"],
    [['help', 'account', 'nope'], "unknown command 'nope'"],
    [['account', 'help', 'nope'], "unknown command 'nope'"],
    [['key', 'revoke', 'seven'], '<id> must be the number of a key, as "key list" shows it; got "seven"'],
    [['account', 'set-plan', 'a@b.c', 'gold'], '<plan> must be free, pro or self-hosted; got "gold"'],
    [['account', 'create', '--plan', ''], '--plan must be free, pro or self-hosted; got ""'],
    [
      ['site', 'set-retention', 'site_x', '0'],
      '<days> must be a number of days from 1 to 99999, or plan; got "0"',
    ],
    [['serve', '--port', '65536'], '--port must be a whole number from 0 to 65535; got "65536"'],
    [['logs', 'import', '--format', 'xml', 'a.log'], `--format must be ${anyOf(FORMAT_NAMES)}; got "xml"`],
    [['migrate', 'now'], "too many arguments for 'migrate'. Expected 0 arguments but got 1."],
  ])('%j is reported in one line, with exit code 2', async (args, message) => {
    expect(await run(...args)).toEqual({ exitCode: 2, stdout: '', stderr: `site-traffic: ${message}\n` });
  });

  it('is one JSON value on stdout with --json', async () => {
    const { exitCode, stdout } = await run('key', 'list', '--json');
    expect([exitCode, stdout]).toEqual([
      2,
      `{"error":"required option '--account <email>' not specified"}\n`,
    ]);
  });

  it('in several settings is reported all at once, without secrets', async () => {
    const env = { PORT: 'x', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://user:secret@db/x' };
    const { exitCode, stdout, stderr } = await runWith({ env }, 'account', 'list');
    const complaints = stderr.trimEnd().split('\n');
    expect([exitCode, stdout, complaints]).toEqual([
      2,
      '',
      [
        expect.stringMatching(/^site-traffic: DATABASE_URL must be /),
        'site-traffic: PORT must be a whole number from 0 to 65535; got "x"',
        'site-traffic: LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent; got "loud"',
      ],
    ]);
    expect(stderr).not.toContain('secret');
  });
});

describe('help', () => {
  it('has an example for every command, and needs no settings', async () => {
    const env = { PORT: 'x' };
    const { exitCode, stdout, stderr } = await runWith({ env }, 'events', 'import', '--help');
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: site-traffic events import \[options\] <file>\n/);
    expect(stdout).toMatch(/\nExample:\n {2}site-traffic events import --site \S+ events\.ndjson\n$/);
    for (const args of [
      ['help', 'events', 'import'],
      ['events', 'help', 'import'],
    ])
      expect(await runWith({ env }, ...args)).toEqual({ exitCode: 0, stdout, stderr: '' });
  });
});

describe('a refusal', () => {
  beforeAll(async () => {
    await ask('migrate');
    await serve('serve');
    await ask('account', 'create', '--email', 'a@example.com');
  });

  it.each([
    [
      ['account', 'create', '--email', 'A@Example.com'],
      'EMAIL_TAKEN',
      'the account A@Example.com already exists',
    ],
    [
      ['account', 'create', '--email', 'nobody'],
      'INVALID_EMAIL',
      'the email must be an address such as name@example.com; got "nobody"',
    ],
    [
      ['account', 'set-plan', 'b@example.com', 'pro'],
      'ACCOUNT_NOT_FOUND',
      'there is no account b@example.com',
    ],
    [['account', 'delete', 'b@example.com'], 'ACCOUNT_NOT_FOUND', 'there is no account b@example.com'],
    [
      ['site', 'create', '--account', 'b@example.com', '--domain', 'x.com'],
      'ACCOUNT_NOT_FOUND',
      'there is no account b@example.com',
    ],
    [
      ['site', 'create', '--account', 'a@example.com', '--domain', 'https://x.com/'],
      'INVALID_DOMAIN',
      'the domain must be a host name such as example.com, without scheme, path or port; got "https://x.com/"; did you mean x.com?',
    ],
    [
      ['site', 'list', '--account', 'b@example.com'],
      'ACCOUNT_NOT_FOUND',
      'there is no account b@example.com',
    ],
    [['site', 'delete', 'site_x'], 'SITE_NOT_FOUND', 'there is no site site_x'],
    [
      ['key', 'create', '--account', 'a@example.com', '--name', ' '],
      'INVALID_NAME',
      'the name must be one line of 1 to 200 characters; got " "',
    ],
    [['key', 'revoke', '99'], 'KEY_NOT_FOUND', 'there is no key 99'],
    [['events', 'import', '--site', 'site_x', '-'], 'SITE_NOT_FOUND', 'there is no site site_x'],
    [['verify', '--site', 'site_x'], 'SITE_NOT_FOUND', 'there is no site site_x'],
  ])(
    'of %j is one line, an object with the code %s, and exit code 2 only for an invalid value',
    async (args, code, message) => {
      expect(await run(...args, '--json')).toEqual({
        exitCode: code.startsWith('INVALID_') ? 2 : 1,
        stdout: `${JSON.stringify({ error: message, code })}\n`,
        stderr: `site-traffic: ${message}\n`,
      });
    },
  );

  it('of one site or key more than an account may have has a code', async () => {
    const env = { MAX_SITES_PER_ACCOUNT: '1', MAX_KEYS_PER_ACCOUNT: '1' };
    await ask('account', 'create', '--email', 'full@example.com');
    const sites = ['site', 'create', '--account', 'full@example.com', '--json'];
    const keys = ['key', 'create', '--account', 'full@example.com', '--json'];
    const outcomes = [];
    for (const args of [
      [...sites, '--domain', '1.example'],
      [...sites, '--domain', '2.example'],
      keys,
      keys,
    ]) {
      const { exitCode, stdout } = await runWith({ env }, ...args);
      outcomes.push([exitCode, (JSON.parse(stdout) as { code?: string }).code]);
    }
    expect(outcomes).toEqual([
      [0, undefined],
      [1, 'TOO_MANY_SITES'],
      [0, undefined],
      [1, 'TOO_MANY_KEYS'],
    ]);
  });

  it('names a database that does not answer, without its password', async () => {
    const env = { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/x' };
    const message = 'site-traffic: the database cannot be used: connect ECONNREFUSED 127.0.0.1:1\n';
    expect(await runWith({ env }, 'account', 'list')).toEqual({ exitCode: 1, stdout: '', stderr: message });
  });

  it('names a data folder that cannot be used', async () => {
    const { exitCode, stdout, stderr } = await runWith({ env: { DATA_DIR: '/dev/null/data' } }, 'migrate');
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^site-traffic: the data folder \/dev\/null\/data cannot be used: .*\n$/);
  });

  it('does not come from an empty variable, which counts as unset', async () => {
    const env = { DATABASE_URL: '', PORT: '', LOG_LEVEL: '' };
    const ran = await runWith({ env }, 'account', 'list');
    expect(ran).toEqual({
      exitCode: 0,
      stdout: '1\ta@example.com\tself-hosted\n2\tfull@example.com\tself-hosted\n',
      stderr: '',
    });
  });

  it('of a site that is named by its domain says what would name it', async () => {
    const create = ['site', 'create', '--account', 'a@example.com', '--domain', 'twin.example'];
    const { id } = (await ask(...create)) as { id: string };
    expect(await ask('site', 'rename', 'Twin.example', 'Twin')).toMatchObject({ id });
    expect(await ask('stats', '--site', 'twin.example')).toMatchObject({ totals: { bot_visits: 0 } });
    expect(await ask('events', 'delete', '--site', 'twin.example', '--before', '2020-01-01')).toMatchObject({
      site: id,
    });
    const stdin = '{"type":"referral","page_path":"/","source":"chatgpt"}\n';
    const imported = await runWith({ stdin }, 'events', 'import', '--site', 'twin.example', '-');
    expect(imported.exitCode).toBe(0);
    expect(
      await ask(
        'key',
        'create',
        '--account',
        'a@example.com',
        '--scope',
        'collect',
        '--site',
        'twin.example',
      ),
    ).toMatchObject({ site: id });

    const other = (await ask(...create, '--force')) as { id: string };
    const messages = [];
    for (const named of ['twin.example', 'nowhere.example', 'https://twin.example/'])
      messages.push((await run('site', 'delete', named)).stderr);
    expect(messages).toEqual([
      `site-traffic: 2 sites have the domain twin.example; name one by its id: ${id}, ${other.id}\n`,
      'site-traffic: there is no site with the id or the domain nowhere.example; "site list" shows the sites\n',
      'site-traffic: there is no site with the id or the domain https://twin.example/; "site list" shows the sites\n',
    ]);
  });

  it('and every other message type commands as they work for the installation', async () => {
    const typed = { command: 'node dist/cli.js' };
    const help = await runWith(typed, 'account', 'create', '--help');
    expect(help.stdout).toContain('Usage: node dist/cli.js account create ');
    expect(help.stdout).toContain('\n  node dist/cli.js account create --email ');
    const { stderr } = await runWith({ ...typed, env: { DATA_DIR: '/nowhere' } }, 'account', 'list');
    expect(stderr).toBe(
      'site-traffic: there is no database in /nowhere (DATA_DIR); if the server uses another folder, set DATA_DIR to it; to create a new database there, run: node dist/cli.js migrate\n',
    );
    expect((await runWith(typed, 'key', 'list', '--account', 'full@example.com')).stderr).toBe('');
  });

  it('names a file that does not exist or cannot be read', async () => {
    const site = (await ask('site', 'create', '--account', 'a@example.com', '--domain', 'x.com')) as {
      id: string;
    };
    const missing = join(folder, 'missing.log');
    const { stderr } = await run('logs', 'import', '--site', site.id, missing);
    expect(stderr).toBe(
      `site-traffic: cannot read ${missing}: there is no such file; nothing was recorded\n`,
    );
    const ran = await run('events', 'import', '--site', site.id, folder);
    expect(ran.stderr).toBe(`site-traffic: cannot read ${folder}: it is a folder; nothing was recorded\n`);
    expect(ran.exitCode).toBe(2);
  });
});
