import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createGate } from '../../src/http/gate.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A gate on the fake clock, and what became of the work that has entered. */
function open() {
  const gate = createGate(() => performance.now());
  const begun: (() => void)[] = [];
  const outcomes: string[] = [];
  const enter = (count: number) => {
    for (let n = 0; n < count; n++)
      void gate
        .enter(() => new Promise<void>((resolve) => begun.push(resolve)))
        .then((outcome) => outcomes.push(outcome));
  };
  return { enter, begun, outcomes };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

it('lets 64 requests in at once, and one more for each that ends, in the order in which they came', async () => {
  const { enter, begun, outcomes } = open();
  enter(70);
  expect(begun.length).toBe(64);

  begun[0]?.();
  begun[1]?.();
  await settle();

  expect([begun.length, outcomes]).toEqual([66, ['ended', 'ended']]);
});

it('gives up a request that has waited for a second, and never begins it', async () => {
  const { enter, begun, outcomes } = open();
  enter(200);
  for (let round = 0; round < 3; round++) {
    await vi.advanceTimersByTimeAsync(300);
    begun[round]?.();
  }
  await vi.advanceTimersByTimeAsync(99);
  expect([begun.length, outcomes.filter((outcome) => outcome === 'late').length]).toEqual([67, 0]);

  await vi.advanceTimersByTimeAsync(1);

  expect([begun.length, outcomes.filter((outcome) => outcome === 'late').length]).toEqual([67, 133]);
});

it('lets others in beside requests that take longer than a second, up to 256 in all', async () => {
  const { enter, begun } = open();
  const counts = [];
  for (let round = 0; round < 5; round++) {
    enter(64);
    counts.push(begun.length);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(counts).toEqual([64, 128, 192, 256, 256]);
});

it('lets a waiting request in when one before it turns out to be slow', async () => {
  const { enter, begun, outcomes } = open();
  enter(64);
  await vi.advanceTimersByTimeAsync(500);
  enter(1);
  await vi.advanceTimersByTimeAsync(499);
  expect(begun.length).toBe(64);

  await vi.advanceTimersByTimeAsync(1);

  expect([begun.length, outcomes]).toEqual([65, []]);
});

it('goes on after work that fails', async () => {
  const gate = createGate(() => performance.now());
  const failures = Array.from({ length: 70 }, () => gate.enter(() => Promise.reject(new Error('broken'))));
  const settled = await Promise.allSettled(failures);
  expect(settled.map(({ status }) => status)).toEqual(settled.map(() => 'rejected'));
  await expect(gate.enter(() => Promise.resolve())).resolves.toBe('ended');
});
