import { renameSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { ask, buildEmbedded, newPool, startFixture, type Fixture } from './support.ts';

const embedded = await buildEmbedded();
afterAll(embedded.remove);

type Written = { readonly owner: boolean; readonly entry: number };

it('keeps all that was acknowledged when its process is killed while it writes', async () => {
  const writers: Fixture[] = [];
  for (let round = 0; round < 3; round++) {
    const writer = startFixture('writer', embedded.url, embedded.folder);
    for (let i = 0; i < 200; i++) expect(await writer.next()).toMatchObject({ owner: true });
    await writer.kill();
    writers.push(writer);
  }
  await expectKept(...writers);
});

it('is taken over by a guest when its owner is killed', async () => {
  const owner = startFixture('writer', embedded.url, embedded.folder);
  await owner.next();
  const guest = startFixture('writer', embedded.url, embedded.folder);
  for (let i = 0; i < 50; i++) expect(await guest.next()).toMatchObject({ owner: false });
  await owner.kill();
  let written = (await guest.next()) as Written;
  while (!written.owner) written = (await guest.next()) as Written;
  for (let i = 0; i < 50; i++) expect(await guest.next()).toMatchObject({ owner: true });
  await guest.kill();
  await expectKept(owner, guest);
});

/** Every acknowledged entry is there, once, and the count of each writer matches its entries. */
async function expectKept(...writers: readonly Fixture[]): Promise<void> {
  const database = await embedded.openEmbeddedDatabase(embedded.folder, { waitMs: 0 });
  try {
    for (const { pid, said } of writers) {
      const rows = await ask(database.host, `select entry from entries where writer = ${pid} order by entry`);
      const kept = rows.map(({ entry }) => entry as number);
      const acknowledged = (said as Written[]).map(({ entry }) => entry);
      expect(acknowledged.filter((entry) => !kept.includes(entry))).toEqual([]);
      expect(new Set(kept).size).toBe(kept.length);
      expect(await ask(database.host, `select entries from counts where writer = ${pid}`)).toEqual([
        { entries: kept.length },
      ]);
    }
  } finally {
    await database.close();
  }
}

it('starts its thread again when the engine dies, and pools recover by themselves', async () => {
  const causes: unknown[] = [];
  const onRestart = (cause: unknown) => causes.push(cause);
  const database = await embedded.open({ waitMs: 0, onRestart });
  const pool = newPool(database.host, 4);
  await pool.query('create table survives as select 1 as n');
  for (let death = 1; death <= 2; death++) {
    await expect(pool.query(KILLS_PGLITE)).rejects.toThrow();
    const select = { name: 'survives', text: 'select n from survives' };
    await expect
      .poll(() => pool.query<pg.QueryResultRow>(select).then(({ rows }) => rows, String))
      .toEqual([{ n: 1 }]);
    expect(causes).toEqual(Array.from({ length: death }, () => new Error(DEATH)));
  }
});

/** PGlite ends at this, since it has no client to read from. */
const KILLS_PGLITE = 'copy survives from stdin';
const DEATH =
  'Program terminated with exit(1); FATAL:  terminating connection because protocol synchronization was lost';

it('retries until the engine can start again', async () => {
  const causes: string[] = [];
  const onRestart = (cause: unknown) => causes.push(String(cause));
  const { host } = await embedded.open({ waitMs: 0, onRestart });
  const wal = `${embedded.folder}/pg/pg_wal`;
  renameSync(wal, `${wal}.away`);
  await expect(ask(host, 'select pg_switch_wal() from (select txid_current()) as t')).rejects.toThrow();
  await expect.poll(() => causes.length).toBeGreaterThan(1);
  renameSync(`${wal}.away`, wal);
  await expect.poll(() => ask(host, 'select 1 as n').catch(String)).toEqual([{ n: 1 }]);
  expect(causes[0]).toMatch(/^Error: Aborted\(\).*PANIC/);
  expect(causes[1]).toMatch(/FATAL: {2}required WAL directory "pg_wal" does not exist/);
});

it('can be closed while its thread is starting again', async () => {
  let died: () => void = () => undefined;
  const death = new Promise<void>((resolve) => (died = resolve));
  const database = await embedded.open({
    waitMs: 0,
    onRestart: () => {
      died();
    },
  });
  await ask(database.host, 'create table if not exists survives (n int)');
  await Promise.all([ask(database.host, KILLS_PGLITE).catch(() => undefined), death]);
  await database.close();
  const again = await embedded.open({ waitMs: 0 });
  expect([again.owner, await ask(again.host, 'select 1 as n')]).toEqual([true, [{ n: 1 }]]);
});
