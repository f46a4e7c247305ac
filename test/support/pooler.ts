import { once } from 'node:events';
import { type Socket, connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** R: authenticated. K: the process id and key of the session, made up. Z: ready, in no transaction. */
const WELCOME = Buffer.from('R\0\0\0\x08\0\0\0\0K\0\0\0\x0c\x01\x02\x03\x04\0\0\0\0Z\0\0\0\x05I', 'latin1');
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');
const STARTUP = Buffer.from('\0\x03\0\0user\0postgres\0database\0postgres\0\0', 'latin1');

/**
 * A pooler like PgBouncer with `pool_mode = transaction`: all its clients share one session of the server, and its
 * statements. The clients must take turns. Resolves with its address; it ends with the test.
 */
export async function startPooler(serverUrl: string): Promise<string> {
  const session = await openSession(new URL(serverUrl));
  let active: Socket | undefined;
  session.on('data', (answer) => active?.write(answer));
  const pooler = createServer((client) => {
    client.on('error', () => undefined);
    client.once('data', () => {
      client.write(WELCOME);
      client.on('data', (message) => {
        if (message.toString('latin1', 0, 1) === 'X') return; // it says goodbye, and the session stays
        active = client;
        session.write(message);
      });
    });
  }).listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  onTestFinished(() => {
    session.destroy();
    pooler.close();
  });
  const { port } = pooler.address() as { port: number };
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

async function openSession({ hostname, port }: URL): Promise<Socket> {
  const session = connect(Number(port), hostname);
  await once(session, 'connect');
  const length = Buffer.alloc(4);
  length.writeInt32BE(STARTUP.length + length.length);
  session.write(Buffer.concat([length, STARTUP]));
  let answer = Buffer.alloc(0);
  while (!answer.includes(READY)) {
    const [chunk] = (await once(session, 'data')) as [Buffer];
    answer = Buffer.concat([answer, chunk]);
  }
  return session;
}
