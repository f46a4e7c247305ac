import { guarded } from './guarded.ts';
import type { Manner } from './options.ts';
import type { TrafficProblem } from './types.ts';

type Code = TrafficProblem['code'];

export type Problems = {
  /** Counts lost requests and reports them, unless this code was reported a short time ago. */
  readonly report: (code: Code, message: string, lost?: number) => void;
  /** Reports the lost requests that were counted but not reported yet. */
  readonly reportRest: () => void;
};

type Tally = { readonly code: Code; message: string; lost: number; lastMs: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Reports problems to the host: the first at once, repeated ones seldom, and every lost request by the end. */
export function createProblems({ onError, now }: Pick<Manner, 'onError' | 'now'>): Problems {
  const tallies: Partial<Record<Code, Tally>> = {};

  function send(tally: Tally): void {
    const { code, message, lost } = tally;
    tally.lost = 0;
    tally.lastMs = now();
    // There is nowhere to report an error of onError itself.
    guarded(
      () => onError({ code, message, lost }),
      () => undefined,
    );
  }

  return {
    report(code, message, lost = 0) {
      const tally = (tallies[code] ??= { code, message, lost: 0, lastMs: -Infinity });
      tally.message = message;
      tally.lost += lost;
      // The absolute value, because a clock that is set back must not stop the reports.
      if (Math.abs(now() - tally.lastMs) >= intervalMs(code)) send(tally);
    },
    reportRest() {
      for (const tally of Object.values(tallies)) if (tally.lost > 0) send(tally);
    },
  };
}

/** Problems that only the site's owner can fix are reported less often. */
function intervalMs(code: Code): number {
  return code === 'REFUSED' || code === 'LIMIT_EXCEEDED' ? HOUR_MS : MINUTE_MS;
}
