import { setTimeout as delay } from 'node:timers/promises';
import { startCallers } from './load.ts';
import { createMix } from './users.ts';
import type { World } from './world.ts';

const CALLERS = 32;
const WARM_UP_MS = 3_000;

/** How many requests of the mix the two processes answer in a second to callers that do not pause. */
export async function measureCapacity(world: World, forMs: number): Promise<number> {
  const load = startCallers(createMix(world), CALLERS);
  await delay(WARM_UP_MS);
  const [before, fromMs] = [load.acted(), performance.now()];
  await delay(forMs);
  const perSecond = (load.acted() - before) / ((performance.now() - fromMs) / 1_000);
  await load.stop();
  return perSecond;
}
