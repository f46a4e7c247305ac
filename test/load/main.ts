import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measureCapacity } from './capacity.ts';
import { FAULTS } from './faults.ts';
import { isKept, isWhole, jsonOf, markdownOf } from './report.ts';
import { runFaults } from './run-faults.ts';
import { runKills } from './run-kills.ts';
import { markdownOfOverload, runOverload } from './run-overload.ts';
import { type World, createWorld } from './world.ts';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    rate: { type: 'string' },
    overload: { type: 'string' },
    kills: { type: 'string' },
    fault: { type: 'string', multiple: true },
    json: { type: 'string' },
  },
});

const SHARE_OF_CAPACITY = 0.7;
const CAPACITY_MS = 20_000;
const OVERLOAD_MS = 10_000;
const HOLD_MS = 5_000;
const LONG_HOLDS_MS: Readonly<Record<string, number>> = {
  'connections silent': 30_000,
  'process stalled': 15_000,
};
/** DATABASE_STATEMENT_TIMEOUT_MS, and a second. */
const GRACE_MS = 6_000;

if (options.kills !== undefined) await reportKills(Number(options.kills));
else if (options.overload !== undefined) await inWorld(60_000, reportOverload);
else await inWorld(8_000, reportFaults);

async function inWorld(callWithinMs: number, work: (world: World) => Promise<void>): Promise<void> {
  const world = await createWorld({ diskMb: 2_048, sites: 8, callWithinMs });
  try {
    await work(world);
  } finally {
    await world.close();
  }
}

async function reportFaults(world: World): Promise<void> {
  const capacity = options.rate === undefined ? await measureCapacity(world, CAPACITY_MS) : undefined;
  if (capacity !== undefined) tell(`capacity: ${Math.round(capacity)} requests a second`);
  const perSecond = capacity === undefined ? Number(options.rate) : capacity * SHARE_OF_CAPACITY;
  tell(`${Math.round(perSecond)} requests a second for about ${options.minutes} minutes`);
  const faults = FAULTS.filter(({ name }) => options.fault?.includes(name) ?? true);
  const holdMs = ({ name }: { readonly name: string }) => LONG_HOLDS_MS[name] ?? HOLD_MS;
  const faultsMs = faults.reduce((sum, fault) => sum + holdMs(fault) + GRACE_MS, 0);
  const calmMs = Math.max(1_000, (Number(options.minutes) * 60_000 - faultsMs) / (faults.length + 1));
  const result = await runFaults(world, {
    faults,
    perSecond,
    holdMs,
    calmMs,
    graceMs: GRACE_MS,
    tell,
  });
  write(markdownOf(result), { capacity, perSecond, ...jsonOf(result) }, isKept(result));
}

async function reportOverload(world: World): Promise<void> {
  const result = await runOverload(world, Number(options.overload), OVERLOAD_MS);
  const json = { ...result, failed: Object.fromEntries(result.failed) };
  write(markdownOfOverload(result), json, isWhole(result.kept) && result.wrongs.length === 0);
}

async function reportKills(kills: number): Promise<void> {
  const result = await runKills(kills, tell);
  const { kept, interrupted, replayed } = result;
  const markdown =
    `${kills} kills; ${interrupted} calls failed, ${replayed} repetitions recognised; of ${kept.acknowledged} acknowledged events ${kept.lost} were lost ` +
    `and ${kept.doubled} doubled; ${kept.strange + kept.wrong.length + result.wrongs.length} other faults`;
  write(markdown, result, isWhole(kept) && result.wrongs.length === 0);
}

function write(markdown: string, json: object, isGood: boolean): void {
  console.log(markdown);
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(json, undefined, 2)}\n`);
  if (!isGood) process.exitCode = 1;
}

function tell(line: string): void {
  console.error(line);
}
