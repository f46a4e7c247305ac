import { createFairQueue } from '../limits/fair-queue.ts';

/** Lets a few pieces of work run at a time, and those of each holder in turns with those of the others. */
export type Turns = {
  readonly take: <Result>(holder: string, work: () => Promise<Result>) => Promise<Result>;
};

export function createTurns(atOnce: number): Turns {
  const waiting = createFairQueue<() => void>();
  let running = 0;
  return {
    async take(holder, work) {
      if (running < atOnce) running++;
      else await new Promise<void>((begin) => waiting.add(holder, begin));
      try {
        return await work();
      } finally {
        // the next one takes the place
        const begin = waiting.next();
        if (begin) begin();
        else running--;
      }
    },
  };
}
