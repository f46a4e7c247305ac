import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { countHeld } from '../../src/queries/database-state.ts';
import { useCommandLine } from './support.ts';

const { ask, folder, run, runWith, holdMigrated } = useCommandLine();
const EMAIL = 'owner@example.com';
let db: Database;
let site = '';

/** Years apart, so that no test depends on the day it runs. */
const EVENTS = ['2020-01-01T23:59:59Z', '2020-01-02T00:00:00Z', '9998-12-31T00:00:00Z']
  .map((at) => JSON.stringify({ type: 'referral', page_path: '/', source: 'chatgpt', created_at: at }))
  .join('\n');

beforeAll(async () => {
  db = await holdMigrated();
  await run('account', 'create', '--email', EMAIL, '--plan', 'free');
  const made = await ask('site', 'create', '--account', EMAIL, '--domain', 'example.com', '--force');
  site = (made as { id: string }).id;
  await runWith({ stdin: EVENTS }, 'events', 'import', '--site', site, '-');
});

it('"account usage" tells what the month holds, may hold, and when it turns', async () => {
  const used = await ask('account', 'usage', EMAIL);
  expect(used).toEqual({
    month: expect.stringMatching(/^\d{4}-\d\d-01$/) as unknown,
    used: 3,
    limit: 10_000,
    // null on the first day of a month
    projected: expect.toSatisfy((events) => events === null || Number(events) >= 3) as unknown,
    resets_at: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00.000Z$/) as unknown,
  });
  const { stdout } = await runWith(
    { env: { FREE_EVENTS_PER_MONTH: 'unlimited' } },
    'account',
    'usage',
    EMAIL,
  );
  expect(stdout).toMatch(
    /^\d{4}-\d\d\t3 events, without a limit\t(\d+ by the end of the month at this rate\t)?resets at \S+\n$/,
  );
  expect(await run('account', 'usage', 'nobody@example.com')).toMatchObject({
    exitCode: 1,
    stderr: 'site-traffic: there is no account nobody@example.com\n',
  });
});

it('"key create --scope collect" binds a key to a site of the account', async () => {
  const create = ['key', 'create', '--account', EMAIL];
  const key = await ask(...create, '--scope', 'collect', '--site', site);
  expect(key).toMatchObject({ scope: 'collect', site });
  expect(await ask('key', 'list', '--account', EMAIL)).toMatchObject([{ scope: 'collect', site }]);

  const refused = [
    await run(...create, '--scope', 'collect'),
    await run(...create, '--site', site),
    await run(...create, '--scope', 'write'),
    await run(...create, '--scope', 'collect', '--site', 'site_none'),
  ];
  expect(refused.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
    [2, 'site-traffic: --scope collect needs --site, the site to record to\n'],
    [
      2,
      'site-traffic: --site is only for --scope collect and drain; other keys can read every site of the account\n',
    ],
    [2, 'site-traffic: --scope must be read, collect or drain; got "write"\n'],
    [1, 'site-traffic: there is no site site_none\n'],
  ]);
});

it('"events delete" deletes the days before a date, and says how many events', async () => {
  expect(await ask('events', 'delete', '--site', site, '--before', '2020-01-02')).toEqual({
    site,
    before: '2020-01-02',
    events: 1,
  });
  expect(await run('events', 'delete', '--site', site, '--before', '2020-02-30')).toMatchObject({
    exitCode: 2,
    stderr:
      'site-traffic: the date must be a calendar date as YYYY-MM-DD in the years 0001 to 9999; got "2020-02-30"\n',
  });
  expect(await ask('verify')).toEqual({ sites: 1, drift: [], failed: [] });
});

it('"events expire" deletes what the site, or its plan, no longer keeps', async () => {
  expect(await ask('events', 'expire')).toEqual([]);
  expect(await ask('site', 'set-retention', site, '30')).toEqual({ id: site, retention_days: 30 });
  expect(await ask('events', 'expire')).toMatchObject([{ site, events: 1 }]);
  expect(await ask('site', 'set-retention', site, 'plan')).toEqual({ id: site, retention_days: null });
  expect(await runWith({ env: { FREE_RETENTION_DAYS: '30' } }, 'events', 'expire')).toMatchObject({
    stdout: 'nothing to delete\n',
  });
  for (const days of ['0', '-1', '1.5', '100000', 'forever']) {
    expect(await run('site', 'set-retention', site, days)).toMatchObject({
      exitCode: expect.toSatisfy((code) => code !== 0) as unknown,
    });
  }
});

it('"rebuild" recounts what "verify" reports', async () => {
  await db.updateTable('site_days').set({ count: 5 }).where('site_id', '=', site).execute();
  await db.updateTable('usage').set({ events: 8 }).execute();

  const found = await run('verify');
  expect(found).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(
      /owner@example.com\tusage\t\d{4}-\d\d\trecorded 3\tused 8\n1 site recounted: 2 differences\n$/,
    ) as unknown,
  });
  expect(await ask('rebuild', '--site', site)).toEqual([
    { site, days: ['9998-12-31'] },
    { account: EMAIL, month: expect.stringMatching(/^\d{4}-\d\d-01$/) as unknown },
  ]);
  expect(await ask('verify')).toEqual({ sites: 1, drift: [], failed: [] });
  expect(await run('rebuild')).toMatchObject({ exitCode: 0, stdout: 'nothing to rebuild\n' });
});

it('"verify --metrics" writes for Prometheus how many counts differ', async () => {
  const file = join(folder, 'verify.prom');
  const verify = () => runWith({ now: '2026-03-15T00:00:00Z' }, 'verify', '--metrics', file);
  await sql`update site_days set count = count + 1 where site_id = ${site}`.execute(db);
  const found = await verify();
  const differing = valuesIn(readFileSync(file, 'utf8'));
  await run('rebuild');
  await verify();

  const rest = { failures: 0, sites: 1, timestamp_seconds: 1_773_532_800 };
  expect(found.exitCode).toBe(1);
  expect(differing).toEqual({ ...rest, differences: 1 });
  expect(valuesIn(readFileSync(file, 'utf8'))).toEqual({ ...rest, differences: 0 });
  expect(readdirSync(folder).filter((name) => name.startsWith('verify'))).toEqual(['verify.prom']);
  const elsewhere = ['verify', '--metrics', join(folder, 'none', 'verify.prom')];
  expect(await run(...elsewhere)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^site-traffic: cannot write \S+verify\.prom: /) as string,
  });
  expect(JSON.parse((await run(...elsewhere, '--json')).stdout)).toEqual({
    error: expect.stringMatching(/^cannot write/) as string,
  });
});

function valuesIn(metrics: string): Readonly<Record<string, number>> {
  const lines = metrics.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', value] = line.replace('site_traffic_verify_', '').split(' ');
      return [name, Number(value)];
    }),
  );
}

it('"verify" and "rebuild" report a site that cannot be compared, and compare the rest', async () => {
  const made = await ask('site', 'create', '--account', EMAIL, '--domain', 'broken.example', '--force');
  const broken = (made as { id: string }).id;
  // more than a sum can hold
  await sql`insert into site_statuses (site_id, day, name, company, status, slot, count)
            values (${broken}, '2026-03-10', '', '', 200, 0, 9223372036854775807),
                   (${broken}, '2026-03-10', '', '', 200, 1, 1)`.execute(db);
  await db.updateTable('site_days').set({ count: 5 }).where('site_id', '=', site).execute();

  const failure = { site: broken, error: expect.stringContaining('out of range') as unknown };
  const found = await run('verify', '--json');
  expect([found.exitCode, JSON.parse(found.stdout)]).toEqual([
    1,
    { sites: 1, drift: [expect.objectContaining({ site, rollup: 'site_days' })], failed: [failure] },
  ]);
  expect(await run('verify', '--site', broken)).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(
      `^${broken}\tnot compared: .*\n0 sites recounted: 0 differences\n$`,
    ) as unknown,
  });
  const rebuilt = await run('rebuild', '--json');
  expect([rebuilt.exitCode, JSON.parse(rebuilt.stdout)]).toEqual([
    1,
    [{ site, days: ['9998-12-31'] }, failure],
  ]);
  await db.deleteFrom('site_statuses').where('site_id', '=', broken).execute();
  expect(await ask('verify')).toEqual({ sites: 2, drift: [], failed: [] });
  await run('site', 'delete', broken);
});

describe('"doctor"', () => {
  const ok = (check: string, detail: string) => ({ check, state: 'ok', ok: true, detail });
  const problem = (check: string, detail: unknown) => ({ check, state: 'problem', ok: false, detail });
  const ANSWERS = ok('database', 'answers');
  const MIGRATED = ok('schema', 'has all migrations');
  const WRITES = ok('writes', 'accepted');
  const containing = (text: string) => expect.stringContaining(text) as unknown;

  async function doctor(env: NodeJS.ProcessEnv) {
    const { exitCode, stdout } = await runWith({ env }, 'doctor', '--json');
    const { checks, sites } = JSON.parse(stdout) as { checks: (typeof ANSWERS)[]; sites: unknown };
    // its age depends on the day; there is a test of its own
    const others = checks.filter(({ detail }) => !detail.startsWith('the installed country database '));
    return { exitCode, stdout, checks: others, sites };
  }

  it('finds a database in order, and then what it lacks', async () => {
    expect(await run('doctor')).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(
        /^ok\tdatabase\tanswers\nok\tschema\thas all migrations\nok\twrites\taccepted\n\S+\tCOUNTRY_DATABASE\tthe installed country database was built on \d{4}-\d\d-\d\d, \d+ days ago.*\n$/,
      ) as unknown,
      stderr: '',
    });

    const last = sql`select max(name) from kysely_migration`;
    await sql`create table kept as select * from kysely_migration where name = (${last})`.execute(db);
    await sql`delete from kysely_migration where name = (${last})`.execute(db);
    const lacking = await doctor({});
    await sql`insert into kysely_migration select * from kept`.execute(db);

    const schema = problem('schema', 'lacks 1 migration; run: site-traffic migrate');
    expect(lacking).toMatchObject({ exitCode: 1, checks: [ANSWERS, schema, WRITES], sites: [] });
  });

  it('warns when the embedded database holds more than it is made for', async () => {
    const day = { site_id: site, granularity: 'day', starts_at: '2020-02-01T00:00:00Z', slot: 0 } as const;
    // the tests before leave some events
    const { events } = await countHeld(db);
    const held = { bot_visits: 1_000_000 - events, referrals: 0, conversions: 0 };
    const bucket = db.insertInto('site_buckets').values({ ...day, ...held });
    await bucket.execute();
    const full = await doctor({});
    await db
      .updateTable('site_buckets')
      .set({ conversions: 1 })
      .where('starts_at', '=', day.starts_at)
      .execute();
    const overfull = await doctor({});
    await db.deleteFrom('site_buckets').where('starts_at', '=', day.starts_at).execute();

    const size = {
      ...{ check: 'size', state: 'warning', ok: true },
      detail: expect.stringMatching(
        /^1000001 events of \d+ sites? are more than the embedded database is made for/,
      ) as unknown,
    };
    expect(full).toMatchObject({ exitCode: 0, checks: [ANSWERS, MIGRATED, WRITES] });
    expect(overfull).toMatchObject({ exitCode: 0, checks: [ANSWERS, MIGRATED, WRITES, size] });
  });

  it('says what to do about a server that does not run', async () => {
    const stopped = (DATABASE_URL: string) => doctor({ DATABASE_URL });
    const start = 'start PostgreSQL, or correct the host and the port in DATABASE_URL';
    const unusable = (reason: string) =>
      problem('database', `the database cannot be used: ${reason}; ${start}`);
    expect((await stopped('postgres://x@127.0.0.1:1/x')).checks).toEqual([
      unusable('connect ECONNREFUSED 127.0.0.1:1'),
    ]);
    expect((await stopped(`postgres://x@/x?host=${folder}`)).checks).toEqual([
      unusable(`connect ENOENT ${folder}/.s.PGSQL.5432`),
    ]);
  });

  it('finds everything else that settings name, even without a database, and shows no secret', async () => {
    const rules = join(folder, 'rules.json');
    await writeFile(rules, '[{"name":"x"}]');
    const missing = join(folder, 'missing');
    const found = await doctor({
      DATA_DIR: missing,
      REDIS_URL: 'redis://user:s3cret@127.0.0.1:1/0',
      ...{
        BOT_RANGES: missing,
        COUNTRY_DATABASE: rules,
        CONVERSION_RULES: rules,
        PERSISTED_DOCUMENTS: rules,
      },
      PUBLIC_URL: 'https://stats.invalid',
    });
    expect(found).toMatchObject({
      exitCode: 1,
      checks: [
        problem('database', containing(`there is no database in ${missing} (DATA_DIR)`)),
        problem('REDIS_URL', containing('127.0.0.1:1 cannot be used: ')),
        problem('CONVERSION_RULES', containing(rules)),
        problem(
          'BOT_RANGES',
          containing(`${missing} does not exist. Make it with: site-traffic ranges update`),
        ),
        problem('PERSISTED_DOCUMENTS', containing(`${rules} must be a JSON object`)),
        problem('COUNTRY_DATABASE', containing(`${rules} `)),
        problem('PUBLIC_URL', containing('stats.invalid cannot be resolved: ')),
      ],
    });
    expect(found.stdout).not.toContain('s3cret');
  });

  it('asks at PUBLIC_URL whether it leads to this service, and warns where it is missing', async () => {
    let body: string | undefined = '{"error":"API key missing.","code":"MISSING_KEY"}';
    const server = createServer((_, response) =>
      body === undefined ? response.destroy() : response.writeHead(401).end(body),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const PUBLIC_URL = `http://localhost:${(server.address() as AddressInfo).port}`;
    const rules = join(folder, 'documents.json');
    await writeFile(rules, '{"hash":"{ sites { id } }"}');

    const right = await doctor({ PUBLIC_URL, PERSISTED_DOCUMENTS: rules });
    body = '<html>';
    const other = await runWith({ env: { PUBLIC_URL } }, 'doctor');
    body = undefined;
    const gone = await doctor({ PUBLIC_URL });
    server.close();
    const unset = await runWith({ env: { TRUSTED_PROXIES: '127.0.0.1' } }, 'doctor');

    expect(right).toMatchObject({
      exitCode: 0,
      checks: [
        ...[ANSWERS, MIGRATED, WRITES],
        ok('PERSISTED_DOCUMENTS', `${rules} has 1 document`),
        ok('PUBLIC_URL', `${PUBLIC_URL} leads to this service`),
      ],
    });
    expect([other.exitCode, other.stdout]).toEqual([
      0,
      expect.stringContaining(
        `\nwarning\tPUBLIC_URL\t${PUBLIC_URL} does not answer as this service (status 401); check that the server`,
      ),
    ]);
    expect(JSON.stringify(gone.checks)).toContain(`${PUBLIC_URL} does not answer: other side closed`);
    expect([unset.exitCode, unset.stdout]).toEqual([
      0,
      expect.stringContaining(
        '\nwarning\tPUBLIC_URL\tPUBLIC_URL is not set: owners can sign in at the address',
      ),
    ]);
  });
});

it('"events expire" reports a site that fails, and exits with 1', async () => {
  const old = JSON.stringify({
    type: 'referral',
    page_path: '/',
    source: 'chatgpt',
    created_at: '2020-01-01T00:00:00Z',
  });
  await runWith({ stdin: old }, 'events', 'import', '--site', site, '-');
  await run('site', 'set-retention', site, '30');
  await sql`create function refuse() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception 'it takes too long'; end`)}`.execute(db);
  await sql`create trigger refuse before delete on events execute function refuse()`.execute(db);

  expect(await run('events', 'expire')).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(
      /^site_\w+\tfailed: it takes too long\tbefore \d{4}-\d\d-\d\d\n$/,
    ) as unknown,
    stderr: '',
  });
  await sql`drop trigger refuse on events`.execute(db);
  expect(await ask('events', 'expire')).toMatchObject([{ site, before: expect.any(String) as unknown }]);
});
