import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { createSecrets } from '../../src/domain/secrets.ts';
import { createChannel } from '../../src/operations/owner/channels.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { openChannels, startReceiver } from '../channels/receiver.ts';
import { freshDatabase, onPostgres, openPool } from '../support/fresh-database.ts';
import { makeOwner, makeSite } from '../support/makers.ts';
import type { ProcessOptions } from './delivery-process.ts';

/** `KILLS=200` for the long form. */
const KILLS = Number(process.env['KILLS'] ?? 8);
/** Longer than an attempt lasts, so that the next process makes another. */
const AHEAD_MS = 25_000;
const KEY = Buffer.alloc(32, 7);
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

it.runIf(onPostgres)(
  'loses no alert and sends none twice with another id, wherever it is killed',
  async () => {
    const connection = await freshDatabase();
    if (!('url' in connection)) throw new Error('there is no server');
    const db = openPool(connection, 2);
    const { accountId, email } = await makeOwner(db);
    const { id: siteId } = await makeSite(db, accountId);
    const { received, origin } = await startReceiver();
    const channelIds = await makeChannels(db, { id: accountId, email }, origin);
    const start = await buildProcess();
    const options = { url: connection.url, accountId, siteId };

    for (let n = 0; n < KILLS; n++) {
      const before = received.length;
      const child = start({ ...options, aheadMs: n * AHEAD_MS, name: `process ${n}` });
      // a moment after its first message, or another
      await expect
        .poll(() => received.length > before || child.exitCode !== null, { interval: 1 })
        .toBe(true);
      const more = received.length + (n % 7);
      await expect.poll(() => received.length >= more, { interval: 1 }).toBe(true);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const last = start({ ...options, aheadMs: KILLS * AHEAD_MS, name: 'last', alerts: 1 });
    expect(await once(last, 'exit')).toEqual([0, null]);

    const { rows } = await sql<{ id: number }>`select id from alerts order by id`.execute(db);
    const wanted = rows.flatMap(({ id }) => channelIds.map((channel) => `alert_${id}_channel_${channel}`));
    const sent = received.map(({ headers }) => String(headers['webhook-id']));
    expect(rows.length).toBeGreaterThan(KILLS);
    expect([...new Set(sent)].toSorted()).toEqual(wanted.toSorted());
    // one that was on its way when its process was killed comes again, with the same id
    expect(sent.length - wanted.length).toBeLessThanOrEqual(KILLS * channelIds.length);
    const { rows: left } = await sql`select from deliveries where state <> 'delivered'`.execute(db);
    expect(left).toEqual([]);
  },
);

async function makeChannels(
  db: Database,
  account: { readonly id: number; readonly email: string },
  origin: string,
): Promise<readonly number[]> {
  const parts = { messaging: { channels: openChannels(), linkBase: '' }, secrets: createSecrets(KEY) };
  const given = {
    kind: 'webhook',
    name: 'hook',
    kinds: undefined,
    siteIds: undefined,
    digest: false,
  } as const;
  const ids: number[] = [];
  for (const path of ['/a', '/b', '/c']) {
    const asker = byOperator(db, Date.parse('2026-03-15T12:00:00Z'));
    const { channel } = await createChannel(asker, account, { ...given, target: origin + path }, parts);
    ids.push(channel.id);
  }
  return ids;
}

/** Builds the process from its sources, and returns what starts one. */
async function buildProcess(): Promise<(options: ProcessOptions) => ChildProcess> {
  const folder = mkdtempSync(join(CACHE, 'delivery-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const outfile = join(folder, 'process.js');
  const entry = fileURLToPath(new URL('delivery-process.ts', import.meta.url));
  await build({
    entryPoints: [entry],
    ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm', outfile, logLevel: 'error' },
  });
  return (options) => {
    const child = spawn(process.execPath, [outfile, JSON.stringify(options)], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    return child;
  };
}
