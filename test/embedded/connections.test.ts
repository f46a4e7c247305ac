import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { STARTUP, SYNC } from '../../src/embedded/wire.ts';
import { ask, at, buildEmbedded, newClient, newPool } from './support.ts';

const LARGE = 'é'.repeat(200_000); // 400 kB

const embedded = await buildEmbedded();
const database = await embedded.openEmbeddedDatabase(embedded.folder, { waitMs: 0 });
const { host } = database;
afterAll(async () => {
  await database.close();
  embedded.remove();
});

it('binds large parameters to the statement of their own connection', async () => {
  const pool = newPool(host, 6);
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const [text, values] = question(i);
      return (await pool.query<{ answer: unknown }>(text, values)).rows;
    }),
  );
  expect(answers).toEqual(Array.from({ length: 60 }, (_, i) => [{ answer: question(i)[2] }]));
});

function question(i: number): [text: string, values: unknown[], answer: unknown] {
  switch (i % 3) {
    case 0:
      return ['select md5($1::text) = md5(repeat($2, 200000)) as answer', [LARGE, 'é'], true];
    case 1:
      return ['select $1::int + 1 as answer', [i], i + 1];
    default:
      return [`select $1 || '${i}' as answer`, ['text '], `text ${i}`];
  }
}

it('keeps apart statements that many connections name alike', async () => {
  const clients = await Promise.all(Array.from({ length: 8 }, () => newClient(host)));
  const answers = await Promise.all(
    clients.map(async (client, connection) => {
      const rows: unknown[] = [];
      const text = `select ${connection} as connection, $1::int as i`;
      for (let i = 0; i < 10; i++)
        rows.push((await client.query<pg.QueryResultRow>({ name: 'same', text, values: [i] })).rows[0]);
      return rows;
    }),
  );
  expect(answers).toEqual(
    clients.map((_, connection) => Array.from({ length: 10 }, (__, i) => ({ connection, i }))),
  );
});

it('keeps apart names that differ in their 63rd byte only', async () => {
  const client = await newClient(host);
  const ask = async (last: string) => {
    const statement = { name: 'n'.repeat(62) + last, text: `select '${last}' as last` };
    return (await client.query<{ last: string }>(statement)).rows;
  };
  expect([await ask('a'), await ask('b'), await ask('a')]).toEqual([
    [{ last: 'a' }],
    [{ last: 'b' }],
    [{ last: 'a' }],
  ]);
});

it('lets a new connection prepare what an old one had prepared', async () => {
  for (const answer of [1, 2, 3]) {
    const client = new pg.Client(at(host));
    await client.connect();
    const statement = { name: 'again', text: `select ${answer} as answer` };
    expect((await client.query<{ answer: number }>(statement)).rows).toEqual([{ answer }]);
    await client.end();
  }
});

it('keeps no statement of connections that have ended or were cut', async () => {
  const clients = await Promise.all(Array.from({ length: 40 }, () => newClient(host)));
  await Promise.all(clients.map((client) => client.query({ name: 'kept?', text: 'select 1' })));
  expect(await ask(host, 'select count(*)::int as statements from pg_prepared_statements')).toEqual([
    { statements: 40 },
  ]);
  await Promise.all(
    clients.map(async (client, i) => {
      if (i % 2 === 0) return client.end();
      const ended = new Promise<void>((resolve) => client.once('end', resolve));
      socketOf(client).destroy();
      return ended;
    }),
  );
  await expect
    .poll(() => ask(host, 'select count(*)::int as statements from pg_prepared_statements'))
    .toEqual([{ statements: 0 }]);
});

/** pg's types hide the socket. */
function socketOf(client: pg.Client): Socket {
  return (client as pg.Client & { connection: { stream: Socket } }).connection.stream;
}

it('answers a pipelined client in order, each error to its own query', async () => {
  const client = await newClient(host, { pipeline: true });
  const asked = Array.from({ length: 200 }, (_, i) =>
    client.query({ name: 'divide', text: 'select 100 / $1::int as answer', values: [i % 10] }),
  );
  const answers = (await Promise.allSettled(asked)).map((answer) =>
    answer.status === 'fulfilled' ? answer.value.rows : (answer.reason as pg.DatabaseError).code,
  );
  expect(answers).toEqual(
    Array.from({ length: 200 }, (_, i) =>
      i % 10 === 0 ? '22012' : [{ answer: Math.trunc(100 / (i % 10)) }],
    ),
  );
});

it('makes others wait for a transaction, then lets them through', async () => {
  await ask(host, 'create table waits (n int)');
  const [writer, reader] = await Promise.all([newClient(host), newClient(host)]);
  const order: string[] = [];
  await writer.query('begin');
  const read = reader.query<{ rows: number }>('select count(*)::int as rows from waits').then(({ rows }) => {
    order.push('read');
    return rows;
  });
  for (const n of [1, 2, 3]) await writer.query('insert into waits values ($1)', [n]);
  order.push('written');
  await writer.query('commit');
  expect(await read).toEqual([{ rows: 3 }]);
  expect(order).toEqual(['written', 'read']);
});

it('makes others wait for a request that is half sent', async () => {
  const [socket, client] = await Promise.all([rawClient(), newClient(host)]);
  const answered = untilAnswered(socket, '1\0\0\0\x04'); // ParseComplete
  socket.write(Buffer.concat([typed('P', '\0select 1\0\0\0'), typed('H')]));
  await answered;
  const order: string[] = [];
  const other = client.query('select 2').then(() => order.push('other'));
  for (let i = 0; i < 3; i++) {
    const described = untilAnswered(socket, 'T');
    socket.write(Buffer.concat([typed('B', '\0\0\0\0\0\0\0\0'), typed('D', 'P\0'), typed('H')]));
    await described;
  }
  order.push('sync');
  socket.write(SYNC);
  await other;
  expect(order).toEqual(['sync', 'other']);
});

it('hangs up on what is no PostgreSQL client, and goes on with the others', async () => {
  const socket = connect(`${host}/.s.PGSQL.5432`);
  socket.end('GET / HTTP/1.1\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('C08P01');
  await once(socket, 'close');
  expect(await ask(host, 'select 1 as answer')).toEqual([{ answer: 1 }]);
});

it('serves whatever user, database and session options a client names, and sets none of them', async () => {
  const options = '-c statement_timeout=1 -c search_path=nowhere';
  const client = await newClient(host, { user: 'somebody', database: 'else', options });
  const { rows } = await client.query(
    `select current_user, current_database(), current_setting('search_path')`,
  );
  expect(rows).toEqual([
    { current_user: 'postgres', current_database: 'postgres', current_setting: 'public, pg_temp' },
  ]);
});

it('refuses encryption by the protocol', async () => {
  const client = new pg.Client({ ...at(host), ssl: true });
  client.on('error', () => undefined);
  await expect(client.connect()).rejects.toThrow('The server does not support SSL connections');
});

it('runs what a client had sent before it said goodbye', async () => {
  await ask(host, 'create table farewell (n int)');
  const socket = await rawClient();
  const inserts = Array.from({ length: 5 }, (_, n) => typed('Q', `insert into farewell values (${n})\0`));
  socket.end(Buffer.concat([...inserts, typed('X')]));
  await once(socket.resume(), 'close');
  expect(await ask(host, 'select count(*)::int as n from farewell')).toEqual([{ n: 5 }]);
});

it('gives no turn to a client that leaves its answers unread, and all its answers once it reads', async () => {
  const socket = await rawClient();
  socket.pause();
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 100; i++) socket.write(typed('Q', `select repeat('x', 1000000)\0`));
  for (let i = 0; i < 20; i++) expect(await ask(host, 'select 1 as answer')).toEqual([{ answer: 1 }]);
  expect(process.memoryUsage().rss - before).toBeLessThan(50 << 20);
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
  socket.end(typed('X'));
  await once(socket.resume(), 'close');
  expect(bytes).toBeGreaterThan(100_000_000);
});

function typed(kind: string, body = ''): Buffer {
  const bytes = Buffer.from(`${kind}\0\0\0\0${body}`);
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
}

/** A socket on which the engine has said that it is ready. */
async function rawClient(): Promise<Socket> {
  const socket = connect(`${host}/.s.PGSQL.5432`);
  onTestFinished(() => {
    socket.destroy();
  });
  const ready = untilAnswered(socket, 'Z\0\0\0\x05I');
  socket.write(STARTUP);
  await ready;
  return socket;
}

async function untilAnswered(socket: Socket, part: string): Promise<void> {
  let answered = '';
  while (!answered.includes(part)) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    answered += chunk.toString('latin1');
  }
}
