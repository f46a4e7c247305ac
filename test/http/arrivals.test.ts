import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { type Arrivals, type Arrived, createArrivals } from '../../src/http/arrivals.ts';

const MANY = 200_000;

/** A request whose body the test sends, and what became of it. */
function receive(arrivals: Arrivals, headers: IncomingMessage['headers']) {
  const request = new IncomingMessage(new Socket());
  request.headers = headers;
  const came: Arrived[] = [];
  arrivals.receive(request, { client: '203.0.113.1', maxBytes: MANY }, (arrived) => came.push(arrived));
  return {
    came,
    send: (chunk: string) => request.emit('data', Buffer.from(chunk)),
    end: () => request.emit('end'),
  };
}

/** The bytes in use, once what nobody holds is gone. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it('holds a body that comes in single bytes with little more memory than it has bytes', () => {
  const { came, send, end } = receive(createArrivals(), { 'transfer-encoding': 'chunked' });
  const before = bytesInUse();
  for (let n = 0; n < MANY; n++) send('x');
  // each chunk that is kept takes hundreds
  expect((bytesInUse() - before) / MANY).toBeLessThan(20);

  end();
  const [arrived] = came;
  expect(arrived?.kind === 'arrived' && Buffer.from(arrived.body).equals(Buffer.alloc(MANY, 'x'))).toBe(true);
});

it('counts a short body by its announced length, so that one client may have thousands that wait', () => {
  const arrivals = createArrivals();
  const bodies = Array.from({ length: 5_000 }, () => {
    const { came, send, end } = receive(arrivals, { 'content-length': '9' });
    send('{"a": 1}\n');
    end();
    return came[0]?.kind;
  });
  expect(bodies).toEqual(bodies.map(() => 'arrived'));
});
