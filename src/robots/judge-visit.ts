import { type Judge, isRobotsTxt } from './judge.ts';
import type { Rule } from './parse-robots.ts';
import { type InForce, MISSING, type Reading, createFinder, relianceOf } from './reliance.ts';

/** What a visit is by the versions that its bot may have relied on. */
export type VisitJudgement =
  | { readonly state: 'allowed' | 'unknown' }
  /** It broke this rule, which is one of the newest of these versions; that by its index. */
  | { readonly state: 'against'; readonly version: number; readonly rule: Rule };

/** Judges the visits of one bot. */
export type VisitJudge = (atMs: number, path: string) => VisitJudgement | Promise<VisitJudgement>;

type Judges = {
  /** How the bot is judged by a version; undefined for a bot that no rule can name. */
  readonly judgeOf: ((version: number) => Judge) | undefined;
  /** Lets others have their turn between two versions: a bot may rely on hundreds of long ones. */
  readonly pause: () => Promise<void> | undefined;
};

const ALLOWED = { state: 'allowed' } as const;
const UNKNOWN = { state: 'unknown' } as const;

/**
 * A visit is against the rules if each version that its bot may rely on forbids it, allowed if each allows it, and unknown
 * otherwise; unknown too for a bot that no rule can name, which has no judges. Everybody may have /robots.txt.
 */
export function createVisitJudge(
  versions: readonly InForce[],
  readings: readonly Reading[],
  { judgeOf, pause }: Judges,
): VisitJudge {
  const reliedAt = judgeOf && createFinder(relianceOf(versions, readings));
  return (atMs, path) => {
    const relied = reliedAt?.(atMs);
    if (!judgeOf || !relied) return isRobotsTxt(path) ? ALLOWED : UNKNOWN;
    const judge = (version: number) => judgeByOne(version, path, judgeOf);
    const newest = judge(relied.at(-1) ?? MISSING);
    return relied.length === 1
      ? newest
      : agreedBy(relied.slice(0, -1).toReversed(), newest, { judge, pause });
  };
}

/** What the newest version says, if the others, the newest first, say so, too. */
async function agreedBy(
  others: readonly number[],
  newest: VisitJudgement,
  { judge, pause }: { readonly judge: (version: number) => VisitJudgement } & Pick<Judges, 'pause'>,
): Promise<VisitJudgement> {
  for (const version of others) {
    await pause();
    if (judge(version).state !== newest.state) return UNKNOWN;
  }
  return newest;
}

function judgeByOne(version: number, path: string, judgeOf: (version: number) => Judge): VisitJudgement {
  if (version === MISSING) return ALLOWED;
  const { state, rule } = judgeOf(version)(path);
  if (state === 'unknown') return UNKNOWN;
  return state === 'against' && rule ? { state, version, rule } : ALLOWED;
}
