import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type TurnTaker, Turns } from '../../src/embedded/turns.ts';

const IDLE_MS = 30_000;
const MESSAGES = Buffer.from('messages');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('lets a transaction that is used take longer than one may lie idle', async () => {
  const { turns, taker, overdue } = start();
  for (let used = 0; used < 3; used++) {
    await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
    turns.add(taker, MESSAGES, true);
    turns.advance();
    await turns.settled();
  }
  expect(overdue()).toBe(0);
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(overdue()).toBe(1);
});

it('lets a statement of a transaction take longer than one may lie idle', async () => {
  const { turns, taker, overdue } = start({ statementMs: 3 * IDLE_MS });
  turns.add(taker, MESSAGES, true);
  turns.advance();
  await vi.advanceTimersByTimeAsync(3 * IDLE_MS);
  await turns.settled();
  expect(overdue()).toBe(0);
});

/** A client of an engine that is always in a transaction, and how often the client was overdue. */
function start({ statementMs = 0 } = {}) {
  const run = () => new Promise<void>((resolve) => setTimeout(resolve, statementMs));
  const turns = new Turns(
    { run: statementMs === 0 ? () => Promise.resolve() : run, isInTransaction: () => true },
    { idleMs: IDLE_MS, onCrash: () => undefined },
  );
  const overdue = vi.fn();
  const ignore = () => undefined;
  const taker: TurnTaker = {
    answer: ignore,
    clogged: false,
    served: ignore,
    isStranger: false,
    statementPrefix: 'c1_',
    prepareAgain: () => Buffer.alloc(0),
    closeStatements: () => Buffer.alloc(0),
    cleared: ignore,
    overdue,
  };
  return { turns, taker, overdue: () => overdue.mock.calls.length };
}
