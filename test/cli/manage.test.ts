import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../db/migrations/index.ts';
import { openEmbeddedDatabase } from '../../src/embedded/embedded-database.ts';
import { openDatabase } from '../../src/database/database.ts';
import { useCommandLine } from './support.ts';

const { folder, dataDir, run, ask, serve } = useCommandLine();

const anInstant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;
const aSiteId = expect.stringMatching(/^site_[a-z0-9]{16}$/) as unknown;
const aKey = expect.stringMatching(/^st_[\w-]{43}$/) as unknown;

const EMAIL = 'owner@example.com';
let siteId = '';

/** The story of an account from an empty folder on, each command beside a server on the same folder. */
describe('the commands, each with one JSON value as its result,', () => {
  beforeAll(async () => {
    const addresses = { twins: [], alike: [], capitals: [] };
    expect(await ask('migrate')).toEqual({ applied: Object.keys(MIGRATIONS), addresses });
    await serve('serve');
    expect(await ask('migrate')).toEqual({ applied: [], addresses });
  });

  it('create an account, change its plan and list it', async () => {
    const made = await ask('account', 'create', '--email', EMAIL);
    expect(made).toEqual({ id: 1, email: EMAIL, plan: 'self-hosted' });
    expect(await ask('account', 'set-plan', EMAIL.toUpperCase(), 'pro')).toEqual({
      id: 1,
      email: EMAIL,
      plan: 'pro',
    });
    expect(await ask('account', 'list')).toEqual([
      { id: 1, email: EMAIL, plan: 'pro', created_at: anInstant },
    ]);
  });

  it('create a site and list it', async () => {
    const site = {
      id: aSiteId,
      domain: 'www.example.com',
      name: 'Shop',
      account: EMAIL,
      created_at: anInstant,
      retention_days: null,
    };
    const made = await ask(
      'site',
      'create',
      '--account',
      EMAIL,
      '--domain',
      'WWW.example.com',
      '--name',
      'Shop',
    );
    expect(made).toEqual(site);
    expect(await ask('site', 'list')).toEqual([made]);
    expect(await ask('site', 'list', '--account', EMAIL)).toEqual([made]);
    siteId = (made as { id: string }).id;
  });

  it('rename a site, change its domain and its retention, and list it with them', async () => {
    const create = ['site', 'create', '--account', EMAIL, '--domain'];
    const { id } = (await ask(...create, 'old.example')) as { id: string };
    expect(await ask('site', 'set-domain', id, 'New.example')).toEqual({
      id,
      domain: 'new.example',
      name: 'new.example',
    });
    expect(await ask('site', 'rename', id, ' News ')).toEqual({ id, domain: 'new.example', name: 'News' });
    expect(await ask('site', 'set-domain', id, 'newer.example')).toMatchObject({ name: 'News' });
    await ask('site', 'set-retention', id, '90');
    const lines = (await run('site', 'list', '--account', EMAIL)).stdout;
    expect(lines).toBe(
      `${siteId}\twww.example.com\tShop\t${EMAIL}\tplan\n${id}\tnewer.example\tNews\t${EMAIL}\t90 days\n`,
    );
    await ask('site', 'delete', id);
  });

  it('refuse a second site of a domain in one account, without --force', async () => {
    const create = ['site', 'create', '--account', EMAIL, '--domain'];
    const refusal = {
      error: `the account already has a site of www.example.com: ${siteId}; to have a second one, add --force`,
      code: 'DOMAIN_TAKEN',
    };
    const refused = await run(...create, 'WWW.Example.com', '--json');
    expect([refused.exitCode, JSON.parse(refused.stdout)]).toEqual([1, refusal]);
    const { id } = (await ask(...create, 'other.example')) as { id: string };
    const changed = await run('site', 'set-domain', id, 'www.example.com', '--json');
    expect([changed.exitCode, JSON.parse(changed.stdout)]).toEqual([1, refusal]);
    expect(await ask('site', 'set-domain', id, 'www.example.com', '--force')).toMatchObject({ id });
    const second = (await ask(...create, 'www.example.com', '--force')) as { id: string };
    await ask('site', 'delete', id);
    await ask('site', 'delete', second.id);
  });

  it('create a key that is shown once, list it by its last four characters, and revoke it', async () => {
    const made = await ask('key', 'create', '--account', EMAIL, '--name', 'reports');
    expect(made).toEqual({
      id: 1,
      key: aKey,
      name: 'reports',
      account: EMAIL,
      created_at: anInstant,
      scope: 'read',
      site: null,
    });
    const { key, created_at } = made as { key: string; created_at: string };
    const listed = {
      id: 1,
      name: 'reports',
      last_four: key.slice(-4),
      created_at,
      last_used_at: null,
      revoked_at: null,
      scope: 'read',
      site: null,
      drain: null,
    };
    expect(await ask('key', 'list', '--account', EMAIL)).toEqual([listed]);
    expect(await ask('key', 'revoke', '1')).toEqual({ id: 1, revoked: true });
    expect(await ask('key', 'list', '--account', EMAIL)).toEqual([{ ...listed, revoked_at: anInstant }]);
  });

  it('import events and logs, and verify that the rollups are right', async () => {
    const events = join(folder, 'events.ndjson');
    writeFileSync(
      events,
      '{"type":"referral","page_path":"/","source":"chatgpt","created_at":"2026-03-01T00:00:00Z"}\n',
    );
    const counts = { imported: 1, rejected: 0, bot_visits: 0, referrals: 1, conversions: 0 };
    expect(await ask('events', 'import', '--site', siteId, events)).toEqual(counts);
    const log = join(folder, 'access.log'); // packed, whatever its name says
    const line = '192.0.2.1 - - [01/Mar/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "GPTBot/1.2"\n';
    writeFileSync(log, gzipSync(`${line}nonsense\n`));
    const read = { lines: 2, bot_visits: 1, referrals: 0, passed_over: { 'not-a-log-line': 1 } };
    expect(await ask('logs', 'import', '--site', siteId, log)).toMatchObject(read);
    expect(await ask('verify')).toEqual({ sites: 1, drift: [], failed: [] });
    expect(await ask('verify', '--site', siteId)).toEqual({ sites: 1, drift: [], failed: [] });
  });

  it('print the difference of a wrong rollup, with exit code 1', async () => {
    const { host } = await openEmbeddedDatabase(dataDir, { waitMs: 20_000 });
    const db = openDatabase({ connection: { socketFolder: host }, poolSize: 1, statementTimeoutMs: 10_000 });
    await db.updateTable('site_days').set({ count: 5 }).where('name', '=', 'GPTBot').execute();
    await db.destroy();
    const { exitCode, stdout, stderr } = await run('verify', '--json');
    const drift = {
      site: siteId,
      rollup: 'site_days',
      day: '2026-03-01',
      key: '2026-03-01 bot GPTBot OpenAI',
      counted: '1 worth 0',
      rolled_up: '5 worth 0',
    };
    expect([exitCode, JSON.parse(stdout), stderr]).toEqual([1, { sites: 1, drift: [drift], failed: [] }, '']);
  });

  it('delete a site with its events, and an account with its sites, keeping its keys', async () => {
    expect(await ask('site', 'delete', siteId)).toEqual({ id: siteId, events: 2 });
    expect(await ask('site', 'list', '--account', EMAIL)).toEqual([]);
    await ask('site', 'create', '--account', EMAIL, '--domain', 'example.com');
    expect(await ask('account', 'delete', EMAIL)).toEqual({ id: 1, email: EMAIL, sites: 1, events: 0 });
    const hints = [];
    for (const kind of ['account', 'site']) {
      expect(await ask(kind, 'list')).toEqual([]);
      hints.push(await run(kind, 'list'));
    }
    const none = (hint: string) => ({ exitCode: 0, stdout: '', stderr: `${hint}\n` });
    expect(hints).toEqual([
      none('there is no account yet; make one with: site-traffic account create --email EMAIL'),
      none('there is no site yet; make one with: site-traffic site create --account EMAIL --domain DOMAIN'),
    ]);
    expect(await ask('account', 'create', '--email', EMAIL)).toMatchObject({ id: 2, email: EMAIL });
  });

  it('print lines for people without --json', async () => {
    const made = await run('account', 'create', '--email', 'other@example.com', '--plan', 'pro');
    const changed = await run('account', 'set-plan', 'other@example.com', 'free');
    const usual = await run('account', 'create', '--email', 'own@example.com');
    expect([made, changed, usual]).toEqual([
      { exitCode: 0, stdout: 'created the account other@example.com on the plan pro\n', stderr: '' },
      { exitCode: 0, stdout: 'the account other@example.com is on the plan free now\n', stderr: '' },
      {
        exitCode: 0,
        stdout: 'created the account own@example.com on the plan self-hosted\n',
        stderr:
          'the plan self-hosted has no monthly quota; for another one (free or pro): site-traffic account set-plan own@example.com PLAN\n',
      },
    ]);
  });

  it('print the id of a new site and the text of a new key alone, for scripts, and what it is on stderr', async () => {
    const account = ['--account', 'other@example.com'];
    const site = await run('site', 'create', ...account, '--domain', 'other.example', '--name', 'Shop');
    const id = site.stdout.trim();
    const key = await run('key', 'create', ...account, '--scope', 'collect', '--site', id, '--name', 'shop');
    expect([site, key]).toEqual([
      {
        exitCode: 0,
        stdout: expect.stringMatching(/^site_[a-z0-9]{16}\n$/) as string,
        stderr: 'created a site of other@example.com for other.example, named Shop\n',
      },
      {
        exitCode: 0,
        stdout: expect.stringMatching(/^st_[\w-]{43}\n$/) as string,
        stderr: 'created key 2 of other@example.com, named shop; it cannot be shown again\n',
      },
    ]);
    expect(await run('key', 'list', ...account)).toMatchObject({
      stdout: `2\tshop\t...${key.stdout.trim().slice(-4)}\tcollect ${id}\tvalid\n`,
    });
  });
});
