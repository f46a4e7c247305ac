import { expect, it } from 'vitest';
import { runKills } from './run-kills.ts';

it('a process with the embedded database that is killed while it records loses and doubles nothing', async () => {
  const { replayed, kept, wrongs } = await runKills(3);
  const { acknowledged, ...faults } = kept;
  expect({ ...faults, wrongs }).toEqual({ lost: 0, doubled: 0, strange: 0, wrong: [], wrongs: [] });
  expect(acknowledged).toBeGreaterThan(0);
  expect(replayed).toBeGreaterThan(0);
});
