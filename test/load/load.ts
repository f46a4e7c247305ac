import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { Actor } from './actors/actor.ts';

/** Something that goes on until it is stopped; `stop` resolves when everything under way has ended. */
export type Load = {
  readonly stop: () => Promise<void>;
  /** How often the actors have acted. */
  readonly acted: () => number;
  /** How often they did not, because too much was under way. */
  readonly skipped: () => number;
};

/** Each actor beside how often it acts, in proportion to the others. */
export type Mix = readonly (readonly [Actor, weight: number])[];

const TICK_MS = 10;
/** So that a service that hangs does not fill the driver's memory. */
const MOST_UNDERWAY = 1_000;

/** Lets the actors act so many times a second, however long each takes. */
export function startRate(mix: Mix, perSecond: number): Load {
  const turns = turnsOf(mix);
  const underway = new Set<Promise<unknown>>();
  const startedMs = performance.now();
  let [acted, skipped] = [0, 0];
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedMs) / 1_000) * perSecond);
    while (acted + skipped < due) {
      const turn = acted + skipped;
      if (underway.size >= MOST_UNDERWAY) {
        skipped++;
        continue;
      }
      acted++;
      const acting: Promise<unknown> = turns[turn % turns.length]?.act(turn) ?? Promise.resolve();
      underway.add(acting);
      void acting.finally(() => underway.delete(acting));
    }
  }, TICK_MS);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(underway);
    },
    acted: () => acted,
    skipped: () => skipped,
  };
}

const BEGIN_IN_A_TURN = 5;

/** Waits for so many turns of the event loop. */
async function inTurn(n: number): Promise<void> {
  for (let turn = 0; turn < n; turn++) await nextTurn();
}

/** Lets so many callers act one time after the other, without a pause. As many callers as weights act as one each. */
export function startCallers(mix: Mix, callers: number): Load {
  const turns = turnsOf(mix);
  let acted = 0;
  let isOver = false;
  const call = async (caller: number) => {
    for (let turn = caller; !isOver; turn += callers) {
      acted++;
      await turns[turn % turns.length]?.act(turn);
    }
  };
  const calling = Array.from({ length: callers }, async (_, caller) => {
    // the last one would count the time that the driver takes to send for all before it
    await inTurn(Math.floor(caller / BEGIN_IN_A_TURN));
    await call(caller);
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(calling);
    },
    acted: () => acted,
    skipped: () => 0,
  };
}

/** Lets one actor act again and again, with a pause after each time. */
export function startLoop(actor: Actor, pauseMs: number): Load {
  let acted = 0;
  const over = new AbortController();
  const loop = async () => {
    while (!over.signal.aborted) {
      await actor.act(acted++);
      await delay(pauseMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  };
  const looping = loop();
  return {
    async stop() {
      over.abort();
      await looping;
    },
    acted: () => acted,
    skipped: () => 0,
  };
}

/** The actors in an order in which each comes as often as it weighs, spread evenly over both processes. */
function turnsOf(mix: Mix): readonly Actor[] {
  const total = mix.reduce((sum, [, weight]) => sum + weight, 0);
  const credits = mix.map(() => 0);
  return Array.from({ length: total }, () => {
    mix.forEach(([, weight], n) => (credits[n] = (credits[n] ?? 0) + weight));
    const most = credits.indexOf(Math.max(...credits));
    credits[most] = (credits[most] ?? 0) - total;
    return mix[most]?.[0];
  }).filter((actor) => actor !== undefined);
}
