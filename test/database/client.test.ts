import { Duplex } from 'node:stream';
import { expect, it } from 'vitest';
import { createConnections } from '../../src/database/connections.ts';

/** An AuthenticationOk and a ReadyForQuery of PostgreSQL's protocol. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/** A server that accepts a connection, and whose socket breaks with the first statement. */
function breakingSocket(): Duplex {
  let isWelcome = false;
  const socket = new Duplex({
    read: () => undefined,
    write(_chunk, _encoding, done) {
      if (isWelcome) {
        done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
        return;
      }
      isWelcome = true;
      socket.push(WELCOME);
      done();
    },
  });
  return Object.assign(socket, {
    setNoDelay: () => socket,
    setKeepAlive: () => socket,
    ref: () => socket,
    unref: () => socket,
    connect: () => void setImmediate(() => socket.emit('connect')),
  });
}

it('a connection that breaks with its first statements fails those who use it, and not the process', async () => {
  const connections = createConnections(
    { max: 1, stream: breakingSocket, sessionSettings: { statement_timeout: 1_000 } },
    { onServer: true, onLost: () => undefined },
  );
  const using = connections.take().then((client) => client.ask({ text: 'select 1' }));
  await expect(using).rejects.toThrow(/EPIPE|not queryable|Connection terminated/);
});
