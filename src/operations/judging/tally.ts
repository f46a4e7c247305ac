import { ruleId } from '../../domain/robots-version.ts';
import { DAY_MS, startOfMonth } from '../../domain/time.ts';
import {
  type BrokenMonth,
  DAYS_OF_MONTH,
  type JudgedMonth,
  type WrittenRule,
} from '../../queries/judged-month-statements.ts';
import type { VisitJudgement } from '../../robots/judge-visit.ts';

const STATES = ['allowed', 'against', 'unknown'] as const;

type Counts = Record<(typeof STATES)[number], number[]>;
type Bot = Pick<JudgedMonth, 'name' | 'company'>;
type Broken = Extract<VisitJudgement, { readonly state: 'against' }>;

/** Counts visits of one bot on one day, and returns the rule that each broke, if it broke one. */
export type CountVisit = (judgement: VisitJudgement) => number | null;

/** Counts what visits of a month are. */
export type Tally = {
  readonly dayOf: (bot: Bot, dayMs: number) => CountVisit;
  /** The bots that were counted, their names each once. */
  readonly names: () => readonly string[];
  /** What was counted, added to what is known of the month but for the days that were counted anew. Only what changes. */
  readonly months: (known: readonly JudgedMonth[], anew: readonly number[]) => readonly JudgedMonth[];
  readonly broken: (known: readonly BrokenMonth[], anew: readonly number[]) => readonly BrokenMonth[];
  /** The rules that were broken. */
  readonly rules: () => readonly WrittenRule[];
};

/** The place of a day among the counts of its month. */
export function placeOf(dayMs: number): number {
  return Math.floor((dayMs - startOfMonth(dayMs)) / DAY_MS);
}

/** Rules are named by the ids of the versions, which are given in their order. */
export function createTally(versionIds: readonly number[]): Tally {
  const bots = new Map<string, Bot & Counts>();
  const broken = new Map<string, BrokenMonth & { readonly days: number[] }>();
  const rules = new Map<number, WrittenRule>();

  function countBroken(name: string, place: number, { rule: of, version }: Broken): number {
    const { line, text, group } = of;
    const rule = ruleId(versionIds[version] ?? NaN, line);
    if (!rules.has(rule)) rules.set(rule, { id: rule, rule: shown(text), group: shown(group) });
    const key = keyOfBroken({ rule, name });
    let counted = broken.get(key);
    if (counted === undefined) broken.set(key, (counted = { rule, name, days: zeros() }));
    addOne(counted.days, place);
    return rule;
  }

  return {
    dayOf(bot, dayMs) {
      const [counts, place] = [botIn(bots, bot), placeOf(dayMs)];
      return (judgement) => {
        addOne(counts[judgement.state], place);
        return judgement.state === 'against' ? countBroken(bot.name, place, judgement) : null;
      };
    },
    months(known, anew) {
      const stored = new Map(known.map((month) => [keyOf(month), month]));
      const touched = known.filter((month) => STATES.some((state) => isTouched(month[state], anew)));
      return [...new Map([...touched, ...bots.values()].map((bot) => [keyOf(bot), bot])).entries()].map(
        ([key, { name, company }]) => {
          const [counted, before] = [bots.get(key), stored.get(key)];
          const sum = (state: (typeof STATES)[number]) => summed(counted?.[state], before?.[state], anew);
          return { name, company, allowed: sum('allowed'), against: sum('against'), unknown: sum('unknown') };
        },
      );
    },
    broken(known, anew) {
      const stored = new Map(known.map((month) => [keyOfBroken(month), month]));
      const touched = known.filter(({ days }) => isTouched(days, anew));
      return [
        ...new Map([...touched, ...broken.values()].map((one) => [keyOfBroken(one), one])).entries(),
      ].map(([key, { rule, name }]) => {
        return { rule, name, days: summed(broken.get(key)?.days, stored.get(key)?.days, anew) };
      });
    },
    names: () => [...new Set([...bots.values()].map(({ name }) => name))],
    rules: () => [...rules.values()],
  };
}

function botIn(bots: Map<string, Bot & Counts>, { name, company }: Bot): Counts {
  const key = keyOf({ name, company });
  let counts = bots.get(key);
  if (counts === undefined)
    bots.set(key, (counts = { name, company, allowed: zeros(), against: zeros(), unknown: zeros() }));
  return counts;
}

function keyOf({ name, company }: Bot): string {
  // no name has a null character
  return `${name}\0${company}`;
}

function keyOfBroken({ rule, name }: Pick<BrokenMonth, 'rule' | 'name'>): string {
  return `${rule} ${name}`;
}

function zeros(): number[] {
  return new Array<number>(DAYS_OF_MONTH).fill(0);
}

/** Counts one more at a place. */
export function addOne(counts: number[], place: number): void {
  counts[place] = (counts[place] ?? 0) + 1;
}

/** Whether something is counted on days that were counted anew. */
function isTouched(stored: readonly number[], anew: readonly number[]): boolean {
  return anew.some((place) => (stored[place] ?? 0) > 0);
}

/** What was counted and what is known, without what is known of the days that were counted anew. */
function summed(
  counted: readonly number[] | undefined,
  known: readonly number[] | undefined,
  anew: readonly number[],
): readonly number[] {
  return zeros().map(
    (_, place) => (counted?.[place] ?? 0) + (anew.includes(place) ? 0 : (known?.[place] ?? 0)),
  );
}

/** No path that is stored is as long, so hardly any rule is. */
const LONGEST_SHOWN = 2_000;

function shown(text: string): string {
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}…`;
}
