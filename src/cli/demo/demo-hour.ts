import { HOUR_MS } from '../../domain/time.ts';
import type { Random } from './random.ts';

/** An hour to make traffic for. */
export type DemoHour = {
  readonly startMs: number;
  /** Of the site; negative before it was created. */
  readonly ageMs: number;
  readonly random: Random;
};

export function instantIn({ startMs, random }: DemoHour): number {
  return startMs + Math.floor(random.next() * HOUR_MS);
}
