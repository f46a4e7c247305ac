import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MessageReader } from '../../src/embedded/message-reader.ts';
import { closeStatement, ROLLBACK, STARTUP, SYNC } from '../../src/embedded/wire.ts';

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const LARGE = closeStatement('n'.repeat(300));
const SENT = Buffer.concat([SSL_REQUEST, STARTUP, ROLLBACK, LARGE, SYNC]);
const MESSAGES = [
  { kind: 'encryption', bytes: SSL_REQUEST },
  { kind: 'startup', bytes: STARTUP },
  { kind: 'Q', bytes: ROLLBACK },
  { kind: 'C', bytes: LARGE },
  { kind: 'S', bytes: SYNC },
];

it('reads the same messages however the bytes are cut', () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: SENT.length - 1 }), { maxLength: 40 });
  fc.assert(
    fc.property(cuts, (at) => {
      const reader = new MessageReader();
      const ends = [...at.sort((a, b) => a - b), SENT.length];
      const read = ends.flatMap((end, i) => reader.read(SENT.subarray(i === 0 ? 0 : ends[i - 1], end)));
      expect(read).toEqual(MESSAGES);
    }),
  );
});

it('reads byte by byte', () => {
  const reader = new MessageReader();
  expect([...SENT].flatMap((byte) => reader.read(Buffer.from([byte])))).toEqual(MESSAGES);
});

it.each([
  ['an opening longer than any', Buffer.from('GET / HTTP/1.1')],
  ['an opening shorter than its own header', Buffer.from([0, 0, 0, 7, 0, 3, 0, 0])],
  ['a message shorter than its own length', Buffer.concat([STARTUP, Buffer.from([0x51, 0, 0, 0, 3])])],
  ['a message of a negative length', Buffer.concat([STARTUP, Buffer.from([0x51, 255, 0, 0, 0])])],
])('refuses %s', (_, bytes) => {
  expect(() => new MessageReader().read(bytes)).toThrow(RangeError);
});
