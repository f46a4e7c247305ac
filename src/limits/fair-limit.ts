import { Refusal } from '../domain/refusal.ts';

/** Work of many holders, of which a few run at a time: the holders take turns, and none has more than its share. */
export type FairLimit<Holder> = {
  /** Runs the work when it is the holder's turn. Throws OVERLOADED if too much waits already, or if it waits too long. */
  run<Result>(holder: Holder, work: () => Promise<Result>): Promise<Result>;
  /** How much waits for its turn. */
  waiting(): number;
};

export type FairLimitRules = {
  /** How much may run at a time, and how much of one holder. */
  readonly atOnce: number;
  readonly atOnceOfOne: number;
  /** How much may wait, and how much of one holder. */
  readonly mostWaiting: number;
  readonly mostWaitingOfOne: number;
  /** The longest wait, in milliseconds. */
  readonly waitMs: number;
};

/** The work of one holder, kept for as long as there is some. */
type Line = { running: number; readonly waiting: Set<() => void> };

export function createFairLimit<Holder>(rules: FairLimitRules): FairLimit<Holder> {
  /** In the order of their turns: whoever had one last comes last. */
  const lines = new Map<Holder, Line>();
  let running = 0;
  let waiting = 0;

  function begin(holder: Holder, line: Line): void {
    running++;
    line.running++;
    comeLast(holder, line);
  }

  function comeLast(holder: Holder, line: Line): void {
    lines.delete(holder);
    lines.set(holder, line);
  }

  function end(holder: Holder, line: Line): void {
    running--;
    line.running--;
    comeLast(holder, line);
    for (const { running: own, waiting: ready } of lines.values()) {
      const [next] = ready;
      if (next === undefined || own === rules.atOnceOfOne) continue;
      next();
      return;
    }
  }

  /** Resolves when the work has its turn. */
  async function wait(holder: Holder, line: Line): Promise<void> {
    const { waiting: ready } = line;
    if (waiting === rules.mostWaiting || ready.size === rules.mostWaitingOfOne)
      throw new Refusal('OVERLOADED');
    waiting++;
    await standIn(ready, rules.waitMs, () => begin(holder, line)).finally(() => waiting--);
  }

  return {
    async run(holder, work) {
      const line = lines.get(holder) ?? { running: 0, waiting: new Set() };
      lines.set(holder, line);
      try {
        if (running === rules.atOnce || line.running === rules.atOnceOfOne) await wait(holder, line);
        else begin(holder, line);
        try {
          return await work();
        } finally {
          end(holder, line);
        }
      } finally {
        if (line.running === 0 && line.waiting.size === 0) lines.delete(holder);
      }
    },
    waiting: () => waiting,
  };
}

/** Waits among those that are ready, until it is called or the time is over. */
function standIn(ready: Set<() => void>, waitMs: number, onTurn: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const start = () => {
      clearTimeout(timer);
      ready.delete(start);
      onTurn();
      resolve();
    };
    const timer = setTimeout(() => {
      ready.delete(start);
      reject(new Refusal('OVERLOADED'));
    }, waitMs);
    ready.add(start);
  });
}
