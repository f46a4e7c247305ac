import { describe, expect, it } from 'vitest';
import { type Answer, answerAfter, answerOf, dueMs, shownOf } from '../../src/dashboard/answers/answer.ts';
import type { Problem } from '../../src/dashboard/answers/problem.ts';

type Variables = { readonly id: string; readonly start: string; readonly end: string };

const NOVEMBER = { id: 'a', start: '2026-11-01', end: '2026-11-24' };
const OCTOBER = { ...NOVEMBER, start: '2026-10-01', end: '2026-10-31' };
const ELSEWHERE = { ...NOVEMBER, id: 'b' };
const READ = { data: 'figures', variables: NOVEMBER, atMs: 1000, refused: [] };
const NONE: Answer<string, Variables> = { failures: 0 };
const ANSWERED = answerOf(READ, { variables: NOVEMBER, round: 0 });
const AWAY: Problem = { kind: 'unreachable' };
const TOO_LONG: Problem = { kind: 'refused', code: 'INVALID_PARAMETER', message: 'x' };

/** The answer after questions about the same days, each with a problem. */
const failed = (variables: Variables, ...problems: readonly Problem[]) =>
  problems.reduce<Answer<string, Variables>>(
    (last, problem, round) => answerAfter(last, { problem }, { to: { variables, round }, atMs: 5000 }),
    ANSWERED,
  );

describe('what is shown while something else is asked for', () => {
  it('is what was read, as long as that is what is asked for', () => {
    expect(shownOf(ANSWERED, NOVEMBER)).toEqual({ read: READ, isCurrent: true });
    expect(shownOf(NONE, NOVEMBER)).toEqual({ isCurrent: false });
  });

  it('is what was read of other days, with their own dates', () => {
    expect(shownOf(ANSWERED, OCTOBER)).toEqual({ read: READ, isCurrent: false });
  });

  it('is nothing of another site', () => {
    expect(shownOf(ANSWERED, ELSEWHERE)).toEqual({ isCurrent: false });
    expect(shownOf(failed(NOVEMBER, AWAY), ELSEWHERE)).toEqual({ isCurrent: false });
  });

  it('has the problem of the server, and not that of another question', () => {
    expect(shownOf(failed(NOVEMBER, AWAY), OCTOBER).problem).toEqual(AWAY);
    expect(shownOf(failed(NOVEMBER, TOO_LONG), OCTOBER).problem).toBeUndefined();
    expect(shownOf(failed(OCTOBER, TOO_LONG), OCTOBER)).toEqual({
      ...{ read: READ, problem: TOO_LONG, isCurrent: false },
    });
  });
});

describe('when the same is asked again', () => {
  const question = (round: number, variables: Variables = NOVEMBER) => ({ variables, round });
  const clock = { everyMs: 60_000, atMs: 5000 };

  it('is a minute after it was read, however long ago that was', () => {
    expect(dueMs(ANSWERED, question(0), clock)).toBe(61_000);
  });

  it('is in a minute if nothing comes back', () => {
    expect(dueMs(ANSWERED, question(1), clock)).toBe(65_000);
    expect(dueMs(ANSWERED, question(0, OCTOBER), clock)).toBe(65_000);
  });

  it('is 5 seconds after the server has not responded, then twice as long each time, at most a minute', () => {
    const waits = [1, 2, 3, 4, 5, 6].map((times) => {
      const answer = failed(NOVEMBER, ...Array.from({ length: times }, () => AWAY));
      return (dueMs(answer, question(times - 1), clock) ?? 0) - clock.atMs;
    });
    expect(waits).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  });

  it('is after the wait that the server asks for, then twice as long', () => {
    const limited: Problem = { kind: 'limited', retryAfterSeconds: 7 };
    expect(dueMs(failed(NOVEMBER, limited), question(0), clock)).toBe(12_000);
    expect(dueMs(failed(NOVEMBER, limited, limited), question(1), clock)).toBe(19_000);
  });

  it('is never if the question itself is refused, unless a part was answered', () => {
    expect(dueMs(failed(OCTOBER, TOO_LONG), question(0, OCTOBER), clock)).toBeUndefined();
    expect(dueMs(failed(NOVEMBER, TOO_LONG), question(0), clock)).toBe(65_000);
  });
});

describe('an answer with holes', () => {
  const limited: Problem = { kind: 'limited', retryAfterSeconds: 7 };
  const returned = { data: 'holes', problem: limited, refused: ['site.stats'] };

  it('replaces one of other days, or one with more holes, and no whole one', () => {
    const read = (variables: Variables, last: Answer<string, Variables>) =>
      answerAfter(last, returned, { to: { variables, round: 1 }, atMs: 9000 }).read;
    const holed = { data: 'holes', variables: OCTOBER, atMs: 9000, refused: ['site.stats'] };
    expect(read(NOVEMBER, ANSWERED)).toEqual(READ);
    expect(read(OCTOBER, ANSWERED)).toEqual(holed);
    const worse = { ...holed, refused: ['site.stats', 'site.pages'] };
    expect(read(OCTOBER, answerOf(worse, undefined))).toEqual(holed);
  });
});
