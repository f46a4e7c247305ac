import type { Returned } from './ask.ts';
import { type Problem, dependsOnQuestion } from './problem.ts';
import { waitSeconds } from './wait.ts';

/** An answer, whole or with holes, and what it answers. */
export type Read<Data, Variables> = {
  readonly data: Data;
  readonly variables: Variables;
  readonly atMs: number;
  /** The paths of the fields that are null because they were refused, such as `site.stats`. */
  readonly refused: readonly string[];
};

/** What was read last, and how the last question went. */
export type Answer<Data, Variables> = {
  readonly read?: Read<Data, Variables>;
  readonly problem?: Problem;
  /** How often in a row the server did not respond, or refused for want of a budget. */
  readonly failures: number;
  /** Which question was answered last; undefined before the first one was. */
  readonly to?: Question<Variables> | undefined;
};

/** The same variables may be asked for in several rounds. */
type Question<Variables> = { readonly variables: Variables; readonly round: number };

/** The variables that say of which days a subject is shown, in which part, and beside what. */
const OF_DAYS = ['start', 'end', 'granularity', 'compare', 'compares', 'besides', 'after'];

const subjectOf = (variables: unknown): string =>
  JSON.stringify(Object.entries(Object(variables) as object).filter(([name]) => !OF_DAYS.includes(name)));

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What can be shown for the variables. The figures of another site, bot or filter cannot, those of other days can. */
export function shownOf<Data, Variables>(
  { read, problem, to }: Answer<Data, Variables>,
  variables: Variables,
): Pick<Answer<Data, Variables>, 'read' | 'problem'> & { readonly isCurrent: boolean } {
  const isOf = (other: Variables | undefined) => subjectOf(other) === subjectOf(variables);
  const holds =
    problem && (isSame(to?.variables, variables) || (isOf(to?.variables) && !dependsOnQuestion(problem)));
  return {
    ...(read && isOf(read.variables) && { read }),
    ...(holds && { problem }),
    isCurrent: read !== undefined && isSame(read.variables, variables),
  };
}

/** What is known before the server is asked, or instead. */
export const answerOf = <Data, Variables>(
  read: Read<Data, Variables>,
  to: Question<Variables> | undefined,
): Answer<Data, Variables> => ({ read, failures: 0, to });

/** The answer after the server has returned something to a question. */
export function answerAfter<Data, Variables>(
  { read, failures }: Answer<Data, Variables>,
  { data, problem, refused = [] }: Returned<Data>,
  { to, atMs }: { readonly to: Question<Variables>; readonly atMs: number },
): Answer<Data, Variables> {
  const { variables } = to;
  const newest =
    data && (!problem || isBetter(read, variables, refused)) ? { data, variables, atMs, refused } : read;
  const inARow = problem && waitSeconds(problem, 1) !== undefined ? failures + 1 : 0;
  return {
    ...(newest && { read: newest }),
    ...(problem && { problem: withWait(problem, inARow) }),
    ...{ failures: inARow, to },
  };
}

/** What is whole stays, rather than make room for an answer with holes. So does one with as many holes. */
const isBetter = (
  read: Read<unknown, unknown> | undefined,
  variables: unknown,
  refused: readonly string[],
): boolean => !isSame(read?.variables, variables) || refused.length < (read?.refused.length ?? 0);

function withWait(problem: Problem, failures: number): Problem {
  if (problem.kind !== 'limited') return problem;
  return { ...problem, retryAfterSeconds: waitSeconds(problem, failures) ?? problem.retryAfterSeconds };
}

/** When the same is asked again; undefined if that is no use. */
export function dueMs(
  { read, problem, failures, to }: Answer<unknown, unknown>,
  question: Question<unknown>,
  { everyMs, atMs }: { readonly everyMs: number; readonly atMs: number },
): number | undefined {
  // while it is not answered, it may never be
  if (!isSame(to, question)) return atMs + everyMs;
  if (!problem) return (read?.atMs ?? atMs) + everyMs;
  // the rest of an answer with holes is asked for again
  if (dependsOnQuestion(problem) && !isSame(read?.variables, question.variables)) return undefined;
  // what is limited has waited longer with each failure already
  const seconds = problem.kind === 'limited' ? problem.retryAfterSeconds : waitSeconds(problem, failures);
  return atMs + (seconds === undefined ? everyMs : seconds * 1000);
}
