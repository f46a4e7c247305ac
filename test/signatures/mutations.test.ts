import { expect, it } from 'vitest';
import { dictionaryOf } from '../../src/signatures/structured-fields.ts';
import type { SignedRequest } from '../../src/domain/signature.ts';
import { createProofCheck } from '../../src/signatures/create-proof-check.ts';
import { signed } from './sign.ts';
import { heldBy } from './test-keys.ts';

/** Run with another number by hand: `SIGNATURE_MUTATIONS=100000`. */
const MUTATIONS = Number(process.env['SIGNATURE_MUTATIONS'] ?? 5_000);

const HEADERS = ['signature', 'signatureInput', 'signatureAgent'] as const;

/** Characters that mean something in the headers, and some that do not. */
const CHARACTERS = [
  '"',
  ';',
  '=',
  ':',
  ',',
  '(',
  ')',
  ' ',
  '\\',
  '0',
  '9',
  'A',
  'z',
  '+',
  '/',
  '@',
  'é',
  '\0',
];

/** A generator with a seed (mulberry32), so that what failed can be run again. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) % 0x1_0000_0000) % below;
  };
}

/** Changes a character, takes some out, doubles some, or puts one in. */
function mutated(text: string, random: (below: number) => number): string {
  const at = random(text.length);
  const character = CHARACTERS[random(CHARACTERS.length)] ?? '';
  const some = text.slice(at, at + 1 + random(12));
  switch (random(4)) {
    case 0:
      return text.slice(0, at) + character + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + text.slice(at + some.length);
    case 2:
      return text.slice(0, at) + some + text.slice(at);
    default:
      return text.slice(0, at) + character + text.slice(at);
  }
}

/** Whether a header says the same, in other words: a space more after a comma changes nothing. */
const saysTheSame = (one: string, other: string): boolean =>
  JSON.stringify(flat(one)) === JSON.stringify(flat(other));

function flat(text: string): unknown {
  return JSON.parse(
    JSON.stringify([...(dictionaryOf(text) ?? [['bad', text]])], (_, value: unknown) => {
      if (value instanceof ArrayBuffer) return Buffer.from(value).toString('hex');
      return value instanceof Map ? [...(value as Map<unknown, unknown>)] : value;
    }),
  );
}

it('no change to a valid request is accepted, and none throws', () => {
  const random = randomFrom(9421);
  const check = createProofCheck(heldBy('agent.example'));
  const original = signed();
  let same = 0;
  for (let count = 0; count < MUTATIONS; count++) {
    const name = HEADERS[random(HEADERS.length)] ?? 'signature';
    const text = mutated(original[name] ?? '', random);
    const request: SignedRequest = { ...original, [name]: text };
    const state = check(request)?.state;
    if (state !== 'valid') continue;
    expect(saysTheSame(text, original[name] ?? ''), `${name}: ${text}`).toBe(true);
    same++;
  }
  expect(same).toBeLessThan(MUTATIONS / 20);
});
