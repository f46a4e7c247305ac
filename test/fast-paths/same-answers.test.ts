import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { createClock } from '../support/clock.ts';
import { NOW } from '../support/gateway.ts';
import { createChance } from './chance.ts';
import { createGraphqlWriter } from './graphql-requests.ts';
import { createRestWriter } from './rest-requests.ts';
import { type Settings, openSide } from './sides.ts';
import type { Wire } from './wire.ts';
import { makeWorld } from './world.ts';

const world = await makeWorld();
const [writeGraphql, writeRest] = [createGraphqlWriter(world), createRestWriter(world)];

it.each<[string, number, number, Settings]>([
  ['of a service that is open', 1, 15_000, { corsOrigins: '*', persistedOnly: false }],
  [
    'of a service that holds keys to its documents',
    2,
    5_000,
    { corsOrigins: ['https://pages.example'], persistedOnly: true },
  ],
])(
  'answers are the same, byte for byte, with the fast path and without: %s',
  async (_, seed, count, settings) => {
    const clock = createClock(NOW);
    const fast = openSide(world, clock, true, settings);
    const slow = openSide(world, clock, false, settings);
    const chance = createChance(seed);
    let results = 0;
    for (let index = 0; index < count; index++) {
      const wire = chance.oneIn(4) ? writeRest(chance) : writeGraphql(chance);
      // about a thousand requests a minute
      clock.advance(chance.below(120));
      const [one, other] = [await fast.ask(wire), await slow.ask(wire)];
      if (!isDeepStrictEqual(one, other))
        expect(one, `request ${index} of seed ${seed}: ${shown(wire)}`).toEqual(other);
      if (one.body.startsWith('{"data":')) results++;
    }
    expect(slow.shortcuts()).toBe(0);
    // the others are mutations, or documents sent for the first time
    expect(fast.shortcuts()).toBeGreaterThan(0.8 * results);
    expect(results).toBeGreaterThan(count / 10);
  },
);

function shown({ body, ...head }: Wire): string {
  return JSON.stringify({ ...head, body: body?.toString('latin1').slice(0, 5_000) });
}
