import { createHealth } from './actors/health.ts';
import { createRevocations, createSessions } from './actors/owner.ts';
import { createPlanChanges } from './actors/plans.ts';
import { createReaders } from './actors/readers.ts';
import { createRecorder } from './actors/recorder.ts';
import { type Load, type Mix, startLoop } from './load.ts';
import type { DrivenSite } from './service.ts';
import type { World } from './world.ts';

/** Those who come as often as a rate says: nine recorders to eleven readers. The sum is odd, so that each meets both processes. */
export function createMix(world: World): Mix {
  const recorders = world.sites.map((site) => createRecorder(world, site));
  let turn = 0;
  const recorder = {
    name: 'record',
    act: async (process: number) => (await recorders[turn++ % recorders.length]?.act(process)) ?? false,
  };
  const weights: Readonly<Record<string, number>> = {
    stats: 3,
    timeseries: 3,
    events: 2,
    sites: 1,
    graphql: 3,
  };
  return [
    [recorder, 9],
    ...createReaders(world).map((reader) => [reader, weights[reader.name] ?? 1] as const),
  ];
}

/** Slower than the rate limits of wrong keys and cookies allow: a client may send 60 of either in a minute. */
const PAUSES_MS = { session: 4_000, revoke: 4_000, plan: 4_000, live: 100 };

/** Those who come at their own pace. */
export async function startOthers(world: World): Promise<Load & { readonly sites: readonly DrivenSite[] }> {
  const plans = await createPlanChanges(world);
  const loops = [
    startLoop(await createSessions(world), PAUSES_MS.session),
    startLoop(await createRevocations(world), PAUSES_MS.revoke),
    startLoop(plans.actor, PAUSES_MS.plan),
    startLoop(createHealth(world), PAUSES_MS.live),
  ];
  return {
    sites: [plans.site],
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
    acted: () => loops.reduce((sum, loop) => sum + loop.acted(), 0),
    skipped: () => 0,
  };
}
