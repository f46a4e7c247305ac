import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { EmbeddedDatabase } from '../../src/embedded/embedded-database.ts';
import { ask, buildEmbedded, newClient, startFixture } from './support.ts';

const embedded = await buildEmbedded();
afterAll(embedded.remove);

describe('a killed guest', () => {
  let database: EmbeddedDatabase;
  beforeAll(async () => {
    database = await embedded.openEmbeddedDatabase(embedded.folder, { waitMs: 0 });
    await ask(database.host, 'create table kept (n int)');
  });
  afterAll(() => database.close());

  it.each(['idle in a transaction', 'in a loop', 'in a long statement', 'right after BEGIN'])(
    'that was %s holds up nobody, and leaves nothing half done',
    async (what) => {
      for (let round = 0; round < 3; round++) {
        const guest = startFixture('guest', database.host, what);
        await guest.next();
        await guest.kill();
        const left = 'select count(*)::int as n from kept where n = 0';
        expect(await ask(database.host, left)).toEqual([{ n: 0 }]);
      }
    },
  );
});

it('cuts off a client that leaves a transaction idle, however many others knock', async () => {
  const database = await embedded.open({ waitMs: 0, idleInTransactionMs: 300 });
  const idler = await newClient(database.host);
  const cut = new Promise((resolve) => idler.once('error', resolve));
  await idler.query('create table idle (n int)');
  await idler.query('begin; insert into idle values (1)');
  const knocking = setInterval(() => void ask(database.host, 'select 1').catch(() => undefined), 100);
  onTestFinished(() => {
    clearInterval(knocking);
  });
  expect(await ask(database.host, 'select count(*)::int as n from idle')).toEqual([{ n: 0 }]);
  expect(await cut).toMatchObject({ code: '25P03', severity: 'FATAL' });
});

it('lets its guests finish before it closes', async () => {
  const database = await embedded.open({ waitMs: 0 });
  const guest = await newClient(database.host);
  const order: string[] = [];
  const closed = database.close().then(() => order.push('closed'));
  for (let i = 0; i < 20; i++)
    expect((await guest.query('select 1 as answer')).rows).toEqual([{ answer: 1 }]);
  order.push('guest left');
  await guest.end();
  await closed;
  expect(order).toEqual(['guest left', 'closed']);
});

it('closes in the end on a guest that stays, and keeps what it had committed', async () => {
  const database = await embedded.open({ waitMs: 0 });
  const guest = await newClient(database.host);
  const cut = new Promise((resolve) => guest.once('error', resolve));
  await guest.query('create table stayed as select 1 as n');
  await guest.query('begin');
  await guest.query('insert into stayed values (2)');
  await database.close();
  expect(await cut).toMatchObject({ code: '57P01', severity: 'FATAL' });
  const again = await embedded.open({ waitMs: 0 });
  expect(await ask(again.host, 'select * from stayed')).toEqual([{ n: 1 }]);
});
