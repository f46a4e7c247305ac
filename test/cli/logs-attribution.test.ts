import { appendFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { Site } from '../../src/domain/site.ts';
import { Stopped } from '../../src/serving/stop-signal.ts';
import { storedEvents } from '../collect/support.ts';
import { SELDOM, useCommandLine } from './support.ts';

const EMAIL = 'owner@example.com';
const MIDNIGHT = Date.parse('2026-03-02T00:00:00Z');
/** Soon after: what is recorded is shared by all processes. */
const NOW = '2026-03-02T00:30:00Z';

const { folder, ask, runWith, holdMigrated } = useCommandLine();
let db: Database;
let rules: string;

beforeAll(async () => {
  db = await holdMigrated();
  rules = join(folder, 'rules.txt');
  writeFileSync(rules, 'sale /thanks\n');
  await ask('account', 'create', '--email', EMAIL, '--plan', 'pro');
});

/** A request of a visitor, so many minutes after midnight, by default without a referrer. */
function line(minutes: number, target: string, { address = '192.0.2.1', from = '-' } = {}): string {
  const [, day = '', clock = ''] =
    /-(\d\d)T([\d:]{8})/.exec(new Date(MIDNIGHT + minutes * 60_000).toISOString()) ?? [];
  return `${address} - - [${day}/Mar/2026:${clock} +0000] "GET ${target} HTTP/1.1" 200 5 "${from}" "Mozilla/5.0 Firefox/140.0"\n`;
}

const landing = (minutes: number, address = '192.0.2.1') =>
  line(minutes, '/', { address, from: 'https://chatgpt.com/' });
const sale = (minutes: number, address = '192.0.2.1') => line(minutes, '/thanks', { address });

type LoggedSite = { readonly id: string; readonly log: string };

async function makeSite(name: string): Promise<LoggedSite> {
  const made = await ask('site', 'create', '--account', EMAIL, '--domain', `${name}.example`, '--force');
  return { id: (made as { id: string }).id, log: join(folder, `${name}.log`) };
}

/** The products of the conversions that are recorded, oldest first; null without one. */
async function products({ id }: LoggedSite): Promise<readonly unknown[]> {
  const stored = (await storedEvents(db, { id } as Site)) as readonly { type: string; sentBy?: string }[];
  return stored.filter(({ type }) => type === 'conversion').map(({ sentBy = null }) => sentBy);
}

async function importLog({ id, log }: LoggedSite): Promise<void> {
  const { exitCode, stderr } = await runWith({}, 'logs', 'import', '--site', id, '--conversions', rules, log);
  expect([exitCode, stderr]).toEqual([0, '']);
}

/** Follows the log until it has so many conversions. What it remembers ends with it, and what all share is lost. */
async function follow(site: LoggedSite, sales: number): Promise<void> {
  const stop = new AbortController();
  const args = ['logs', 'follow', '--site', site.id, '--conversions', rules, site.log];
  const ran = runWith({ stop: stop.signal, now: NOW }, ...args);
  await expect.poll(() => products(site), SELDOM).toHaveLength(sales);
  await expect.poll(() => isRecorded(site), SELDOM).toBe(true);
  stop.abort(new Stopped('SIGTERM'));
  expect(await ran).toMatchObject({ exitCode: 0 });
  await sql`truncate landings, visitor_secrets`.execute(db);
}

async function isRecorded({ id, log }: LoggedSite): Promise<boolean> {
  const preview = await ask('logs', 'import', '--site', id, '--dry-run', log);
  return (preview as { events: number }).events === 0;
}

it('an import that goes on knows who landed in the half hour before its place', async () => {
  const site = await makeSite('import');
  writeFileSync(site.log, landing(0, '192.0.2.2') + landing(10));
  await importLog(site);
  appendFileSync(site.log, sale(40) + sale(40.02) + sale(41, '192.0.2.2'));
  await importLog(site);

  expect(await products(site)).toEqual(['chatgpt', null, null]);
});

it('an import of a new log knows who landed in the rotated one', async () => {
  const site = await makeSite('rotated-import');
  writeFileSync(site.log, landing(-5));
  await importLog(site);
  renameSync(site.log, `${site.log}.1`);
  writeFileSync(site.log, sale(5));
  await importLog(site);

  expect(await products(site)).toEqual(['chatgpt']);
});

it('a follower that restarts after a crash of the database loses no landing, whatever became of the file', async () => {
  const site = await makeSite('follow');
  writeFileSync(site.log, landing(-20) + landing(-20, '192.0.2.2') + sale(-9, '192.0.2.3'));
  await follow(site, 1);
  renameSync(site.log, `${site.log}.1`);
  writeFileSync(site.log, sale(9) + landing(9.5, '192.0.2.3'));
  await follow(site, 2);
  writeFileSync(
    `${site.log}.2.gz`,
    gzipSync(landing(-20) + landing(-20, '192.0.2.2') + sale(-9, '192.0.2.3')),
  );
  renameSync(site.log, `${site.log}.1`);
  writeFileSync(site.log, sale(10, '192.0.2.2') + sale(10.02, '192.0.2.2') + sale(11, '192.0.2.3'));
  await follow(site, 5);

  expect(await products(site)).toEqual([null, 'chatgpt', 'chatgpt', null, 'chatgpt']);
});

it('a follower knows who landed before its log was truncated', async () => {
  const site = await makeSite('truncated');
  writeFileSync(site.log, landing(0) + sale(1, '192.0.2.2'));
  const stop = new AbortController();
  const ran = runWith(
    { stop: stop.signal, now: NOW },
    ...['logs', 'follow', '--site', site.id, '--conversions', rules, site.log],
  );
  await expect.poll(() => products(site), SELDOM).toHaveLength(1);
  await sql`truncate landings, visitor_secrets`.execute(db);
  truncateSync(site.log);
  appendFileSync(site.log, sale(2));
  await expect.poll(() => products(site), SELDOM).toHaveLength(2);
  stop.abort(new Stopped('SIGTERM'));
  await ran;

  expect(await products(site)).toEqual([null, 'chatgpt']);
});
