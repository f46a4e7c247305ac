import { describe, expect, it, onTestFinished } from 'vitest';
import { canRunLoad } from './can-run-load.ts';
import { runOverload } from './run-overload.ts';
import { createWorld } from './world.ts';

/** More than the two processes work on at once. */
const CALLERS = 400;

describe.runIf(canRunLoad)('two processes to which more comes than they can do', () => {
  it('stay live, answer nothing wrong, lose and double nothing, and are back when the load ends', async () => {
    const world = await createWorld({ diskMb: 256, sites: 3, callWithinMs: 300_000 });
    onTestFinished(world.close);

    const { live, kept, wrongs } = await runOverload(world, CALLERS, 3_000);

    const { acknowledged, ...faults } = kept;
    expect({ ...faults, wrongs }).toEqual({ lost: 0, doubled: 0, strange: 0, wrong: [], wrongs: [] });
    expect(live.failed).toBe(0);
    expect(live.asked).toBeGreaterThan(0);
    expect(acknowledged).toBeGreaterThan(0);
  });
});
