import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canRunLoad } from './can-run-load.ts';
import { FAULTS } from './faults.ts';
import { type RunResult, runFaults } from './run-faults.ts';
import { type World, createWorld } from './world.ts';

/** Longer than a statement may take, so that calls do fail. */
const SILENT_MS = 8_000;
const FAILS_FOR_SURE = ['PostgreSQL restarted', 'process killed', 'connections silent'];
const HOLD_MS = 2_000;

describe.runIf(canRunLoad)('two processes, in use while faults happen,', () => {
  let result: RunResult;

  let world: World | undefined;

  beforeAll(async () => {
    world = await createWorld({ diskMb: 256, sites: 3, callWithinMs: 60_000 });
    result = await runFaults(world, {
      faults: FAULTS,
      perSecond: 20,
      holdMs: ({ name }) => (name === 'connections silent' ? SILENT_MS : HOLD_MS),
      calmMs: 500,
      graceMs: 6_000,
    });
  });

  afterAll(() => world?.close());

  it('lose no acknowledged event and double none, and count each in every answer', () => {
    const { acknowledged, ...faults } = result.kept;
    expect(faults).toEqual({ lost: 0, doubled: 0, strange: 0, wrong: [] });
    expect(acknowledged).toBeGreaterThan(0);
  });

  it('answer everything right meanwhile', () => {
    const actors = [
      'session',
      'revoke',
      'plan',
      'live',
      'record',
      'stats',
      'timeseries',
      'events',
      'sites',
      'graphql',
    ];
    expect(actors.filter((actor) => !result.calls.has(actor))).toEqual([]);
    expect(result.wrongs).toEqual([]);
  });

  it('fail in the announced windows only', () => {
    expect(result.outside).toEqual([]);
  });

  it.each(FAULTS)('fail where it is announced only: $name', ({ name }) => {
    const row = result.rows.find(({ fault }) => fault.name === name);
    expect(row?.unexpected).toEqual([]);
    // or else the fault did not happen
    if (FAILS_FOR_SURE.includes(name)) expect(row?.failed.size).toBeGreaterThan(0);
  });
});
