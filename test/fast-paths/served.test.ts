import { expect, it } from 'vitest';
import { createClock } from '../support/clock.ts';
import { NOW } from '../support/gateway.ts';
import { createChance } from './chance.ts';
import { createGraphqlWriter } from './graphql-requests.ts';
import { createRestWriter } from './rest-requests.ts';
import { openSide } from './sides.ts';
import { overPort } from './ways.ts';
import type { Wire } from './wire.ts';
import { makeWorld } from './world.ts';

const SETTINGS = { corsOrigins: ['https://pages.example'], persistedOnly: false };

it('answers over a port are those of the gateway, byte for byte', async () => {
  const world = await makeWorld();
  const [writeGraphql, writeRest] = [createGraphqlWriter(world), createRestWriter(world)];
  const clock = createClock(NOW);
  const served = openSide(world, clock, true, { ...SETTINGS, way: overPort });
  const direct = openSide(world, clock, true, SETTINGS);
  const chance = createChance(3);
  for (let index = 0; index < 1_000; index++) {
    const wire = chance.oneIn(3) ? writeGraphql(chance) : writeRest(chance);
    if (isCutShort(wire)) continue;
    clock.advance(chance.below(120));
    const one = await served.ask(wire);
    const other = await direct.ask(wire);
    expect(inOrder(one), `request ${index}: ${wire.method} ${wire.target}`).toEqual(inOrder(other));
  }
});

/** Fields are refused in the order in which the database answers; a list of two or more has no order of its own. */
function inOrder<Answer extends { readonly body: string }>(answer: Answer): Answer {
  if (!answer.body.startsWith('{"errors":[')) return answer;
  const { errors, ...rest } = JSON.parse(answer.body) as { readonly errors: readonly object[] };
  const sorted = errors.map((error) => JSON.stringify(error)).toSorted();
  return { ...answer, body: `{"errors":[${sorted.join()}],${JSON.stringify(rest).slice(1)}` };
}

/** Node would wait for the rest of the body. */
function isCutShort({ headers, body }: Wire): boolean {
  return body !== undefined && headers['content-length'] !== String(body.length);
}
