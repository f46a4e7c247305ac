import { type Judge, isRobotsTxt } from './judge.ts';
import type { Rule } from './parse-robots.ts';
import { type InForce, MISSING, type Reading, createFinder, relianceOf } from './reliance.ts';

/** What a visit is by the versions that its bot may have relied on. */
export type VisitJudgement =
  | { readonly state: 'allowed' | 'unknown' }
  /** It broke this rule, which is one of the newest of these versions; that by its index. */
  | { readonly state: 'against'; readonly version: number; readonly rule: Rule };

/** Judges the visits of one bot. */
export type VisitJudge = (atMs: number, path: string) => VisitJudgement;

const ALLOWED = { state: 'allowed' } as const;
const UNKNOWN = { state: 'unknown' } as const;

/**
 * A visit is against the rules if each version that its bot may rely on forbids it, allowed if each allows it, and unknown
 * otherwise; unknown too for a bot that no rule can name, which has no judges. Everybody may have /robots.txt.
 */
export function createVisitJudge(
  versions: readonly InForce[],
  readings: readonly Reading[],
  judgeOf: ((version: number) => Judge) | undefined,
): VisitJudge {
  const reliedAt = judgeOf && createFinder(relianceOf(versions, readings));
  return (atMs, path) => {
    const relied = reliedAt?.(atMs);
    if (judgeOf && relied) return judgeBy(relied, path, judgeOf);
    return isRobotsTxt(path) ? ALLOWED : UNKNOWN;
  };
}

function judgeBy(
  relied: readonly number[],
  path: string,
  judgeOf: (version: number) => Judge,
): VisitJudgement {
  let newest: VisitJudgement = UNKNOWN;
  // the newest first
  for (let nth = relied.length - 1; nth >= 0; nth -= 1) {
    const judged = judgeByOne(relied[nth] ?? MISSING, path, judgeOf);
    if (nth === relied.length - 1) newest = judged;
    else if (judged.state !== newest.state) return UNKNOWN;
  }
  return newest;
}

function judgeByOne(version: number, path: string, judgeOf: (version: number) => Judge): VisitJudgement {
  if (version === MISSING) return ALLOWED;
  const { state, rule } = judgeOf(version)(path);
  if (state === 'unknown') return UNKNOWN;
  return state === 'against' && rule ? { state, version, rule } : ALLOWED;
}
