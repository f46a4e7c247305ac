import { type RemoteInfo, createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { createLookup } from '../../src/outgoing/look-up.ts';
import { NoResponse } from '../../src/outgoing/no-response.ts';
import { atEnd } from '../support/at-end.ts';

const A = 1;
const AAAA = 28;
const UNKNOWN_NAME = 3;

/** Octets of an address. */
const HERE = [127, 0, 0, 1];
const HERE_6 = [...new Array<number>(15).fill(0), 1];

type Known = Readonly<
  Record<string, { readonly [A]?: readonly number[]; readonly [AAAA]?: readonly number[] }>
>;

/** A name server for these names that answers nothing of those that begin with `slow`. */
async function startNameServer(known: Known) {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query: Buffer, { port, address }: RemoteInfo) => {
    const { name, type, end } = questionOf(query);
    asked.push(name);
    if (!name.startsWith('slow'))
      socket.send(answerTo(query.subarray(0, end), type, known[name]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  atEnd(async () => new Promise<void>((resolve) => void socket.close(resolve)));
  return { asked, servers: [`127.0.0.1:${socket.address().port}`] };
}

function questionOf(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(question: Buffer, type: number, known: Known[string] | undefined): Buffer {
  const octets = type === A || type === AAAA ? known?.[type] : undefined;
  const head = Buffer.from(question);
  head.writeUInt16BE(known === undefined ? 0x8180 | UNKNOWN_NAME : 0x8180, 2);
  head.writeUInt16BE(octets === undefined ? 0 : 1, 6);
  head.writeUInt32BE(0, 8);
  if (octets === undefined) return head;
  return Buffer.concat([
    head,
    Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, octets.length, ...octets]),
  ]);
}

const forever = () => new AbortController().signal;

it('a name has the addresses of both families, or of one', async () => {
  const { servers } = await startNameServer({
    ...{
      'both.example': { [A]: HERE, [AAAA]: HERE_6 },
      'six.example': { [AAAA]: HERE_6 },
      'none.example': {},
    },
  });
  const lookUp = createLookup(false, servers);
  const four = { address: '127.0.0.1', family: 4 };
  expect(await lookUp('both.example', forever())).toEqual([four, { address: '::1', family: 6 }]);
  expect(await lookUp('six.example', forever())).toEqual([{ address: '::1', family: 6 }]);
  expect(await lookUp('none.example', forever())).toEqual([]);
  await expect(lookUp('unknown.example', forever())).rejects.toThrow(new NoResponse('the name is unknown'));
});

it('names whose servers do not answer delay no others, and are not asked for any longer than somebody waits', async () => {
  const { servers, asked } = await startNameServer({ 'quick.example': { [A]: HERE } });
  const lookUp = createLookup(true, servers);
  const stops = Array.from({ length: 40 }, () => new AbortController());
  const slow = stops.map(({ signal }, n) => lookUp(`slow${n}.example`, signal));
  const ended = Promise.allSettled(slow);
  await expect.poll(() => new Set(asked).size).toBe(40);
  // what has threads to wait in
  await lookup('localhost');
  expect(await lookUp('quick.example', forever())).toHaveLength(1);
  for (const stop of stops) stop.abort();
  expect((await ended).map(({ status }) => status)).toEqual(slow.map(() => 'rejected'));
});

it('a name that only the machine knows has its addresses where private networks are allowed', async () => {
  const { servers } = await startNameServer({});
  const [ours, theirs] = await Promise.allSettled([
    createLookup(true, servers)(hostname(), forever()),
    lookup(hostname(), { all: true }),
  ]);
  expect(ours).toMatchObject(theirs.status === 'fulfilled' ? theirs : { status: 'rejected' });
  await expect(createLookup(false, servers)(hostname(), forever())).rejects.toThrow('the name is unknown');
});

it.each(['localhost', 'LocalHost', 'a.localhost'])(
  '%s is here, and no name server is asked',
  async (name) => {
    const { asked, servers } = await startNameServer({});
    const found = await createLookup(false, servers)(name, forever());
    expect(found.map(({ address }) => address)).toEqual(['127.0.0.1', '::1']);
    expect(asked).toEqual([]);
  },
);
