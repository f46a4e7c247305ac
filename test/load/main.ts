import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measureCapacity } from './capacity.ts';
import { FAULTS } from './faults.ts';
import { isKept, jsonOf, markdownOf } from './report.ts';
import { runFaults } from './run-faults.ts';
import { createWorld } from './world.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    rate: { type: 'string' },
    json: { type: 'string' },
  },
});

const SHARE_OF_CAPACITY = 0.7;
const CAPACITY_MS = 20_000;
const HOLD_MS = 5_000;
const LONG_HOLDS_MS: Readonly<Record<string, number>> = {
  'connections silent': 30_000,
  'process stalled': 15_000,
};
const GRACE_MS = 6_000;
const tell = (line: string) => console.error(line);

const world = await createWorld({ diskMb: 2_048, sites: 8, callWithinMs: 8_000 });
try {
  const capacity = values.rate === undefined ? await measureCapacity(world, CAPACITY_MS) : undefined;
  if (capacity !== undefined) tell(`capacity: ${Math.round(capacity)} requests a second`);
  const perSecond = capacity === undefined ? Number(values.rate) : capacity * SHARE_OF_CAPACITY;
  tell(`${Math.round(perSecond)} requests a second for about ${values.minutes} minutes`);
  const holdMs = ({ name }: { readonly name: string }) => LONG_HOLDS_MS[name] ?? HOLD_MS;
  const faultsMs = FAULTS.reduce((sum, fault) => sum + holdMs(fault) + GRACE_MS, 0);
  const calmMs = Math.max(1_000, (Number(values.minutes) * 60_000 - faultsMs) / (FAULTS.length + 1));
  const result = await runFaults(world, {
    faults: FAULTS,
    perSecond,
    holdMs,
    calmMs,
    graceMs: GRACE_MS,
    tell,
  });
  console.log(markdownOf(result));
  if (values.json !== undefined) {
    const report = { capacity, perSecond, ...(jsonOf(result) as object) };
    writeFileSync(values.json, `${JSON.stringify(report, undefined, 2)}\n`);
  }
  if (!isKept(result)) process.exitCode = 1;
} finally {
  await world.close();
}
