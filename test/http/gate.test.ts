import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createGate } from '../../src/http/gate.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A gate on the fake clock of a process that has served for a while, and what became of the work that has entered. */
async function open({ served = 400 } = {}) {
  const gate = createGate(() => performance.now());
  for (let n = 0; n < served; n++) await gate.enter(() => Promise.resolve());
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
  const { enter, begun, outcomes } = await open();
  enter(70);
  expect(begun.length).toBe(64);

  begun[0]?.();
  begun[1]?.();
  await settle();

  expect([begun.length, outcomes]).toEqual([66, ['ended', 'ended']]);
});

it('lets fewer in at first: 16, and one more for every eight that have ended', async () => {
  const { enter, begun } = await open({ served: 0 });
  enter(40);
  expect(begun.length).toBe(16);

  for (const end of begun.slice(0, 8)) end();
  await settle();

  expect(begun.length).toBe(16 + 8 + 1);
});

it('never begins a request that has waited for half a second, and gives it up after a second', async () => {
  const { enter, begun, outcomes } = await open();
  const late = () => outcomes.filter((outcome) => outcome === 'late').length;
  enter(200);
  await vi.advanceTimersByTimeAsync(499);
  begun[0]?.();
  await settle();
  expect([begun.length, late()]).toEqual([65, 0]);

  await vi.advanceTimersByTimeAsync(1);
  begun[1]?.();
  enter(1);
  await vi.advanceTimersByTimeAsync(499);
  expect([begun.length, late()]).toEqual([66, 0]);

  await vi.advanceTimersByTimeAsync(1);
  expect([begun.length, late()]).toEqual([66, 135]);
});

it('lets a later request in at once when all before it are late', async () => {
  const { enter, begun } = await open();
  enter(200);
  await vi.advanceTimersByTimeAsync(500);
  enter(2);
  expect(begun.length).toBe(64);

  begun[0]?.();
  await settle();

  expect(begun.length).toBe(65);
});

it('lets others in beside requests that take longer than a second, up to 256 in all', async () => {
  const { enter, begun } = await open();
  const counts = [];
  for (let round = 0; round < 5; round++) {
    enter(64);
    counts.push(begun.length);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(counts).toEqual([64, 128, 192, 256, 256]);
});

it('lets a waiting request in when one before it turns out to be slow', async () => {
  const { enter, begun, outcomes } = await open();
  enter(64);
  await vi.advanceTimersByTimeAsync(600);
  enter(1);
  await vi.advanceTimersByTimeAsync(399);
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
