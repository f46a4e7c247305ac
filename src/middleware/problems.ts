import { guarded } from './guarded.ts';
import type { Settings } from './options.ts';
import type { TrafficProblem } from './types.ts';

type Code = TrafficProblem['code'];

export type Problems = {
  /** Counts the lost requests, and tells of them unless that code was told of lately. */
  readonly tell: (code: Code, message: string, lost?: number) => void;
  /** Tells of the lost requests that were not told of yet. */
  readonly tellRest: () => void;
};

type Tally = { readonly code: Code; message: string; lost: number; toldMs: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Tells the host of what goes wrong: at once, then seldom, and of each lost request in the end. */
export function createProblems({ onError, now }: Settings): Problems {
  const tallies: Partial<Record<Code, Tally>> = {};

  function report(tally: Tally): void {
    const { code, message, lost } = tally;
    tally.lost = 0;
    tally.toldMs = now();
    // nobody is left to tell of a failure of this one
    guarded(
      () => onError({ code, message, lost }),
      () => undefined,
    );
  }

  return {
    tell(code, message, lost = 0) {
      const tally = (tallies[code] ??= { code, message, lost: 0, toldMs: -Infinity });
      tally.message = message;
      tally.lost += lost;
      // a clock that was set back must not silence it until the old time comes again
      if (Math.abs(now() - tally.toldMs) >= everyMs(code)) report(tally);
    },
    tellRest() {
      for (const tally of Object.values(tallies)) if (tally.lost > 0) report(tally);
    },
  };
}

/** What only its owner can mend is no news a minute later. */
function everyMs(code: Code): number {
  return code === 'REFUSED' || code === 'LIMIT_EXCEEDED' ? HOUR_MS : MINUTE_MS;
}
