import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Entrant, createGate } from '../../src/http/gate.ts';

const READER = { kind: 'read', client: 'a' } as const;
const WRITER = { kind: 'write', client: 'a' } as const;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A gate on the fake clock of a process that has served for a while, and what became of the work that has entered. */
async function open({ served = 400 } = {}) {
  const gate = createGate(() => performance.now());
  for (let n = 0; n < served; n++) await gate.enter(READER, () => Promise.resolve());
  const begun: (() => void)[] = [];
  const outcomes: string[] = [];
  const order: string[] = [];
  const enter = (count: number, as: Partial<Entrant> = {}) => {
    const entrant = { ...READER, ...as };
    const work = () => {
      order.push(`${entrant.kind} of ${entrant.client}`);
      return new Promise<void>((resolve) => begun.push(resolve));
    };
    for (let n = 0; n < count; n++) void gate.enter(entrant, work).then((outcome) => outcomes.push(outcome));
  };
  return { enter, begun, outcomes, order };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

it('lets 32 requests in at once, 24 of a kind, and one more for each that ends', async () => {
  const { enter, begun, outcomes } = await open();
  enter(40);
  expect(begun.length).toBe(24);
  enter(40, WRITER);
  expect(begun.length).toBe(32);

  begun[0]?.();
  begun[1]?.();
  await settle();

  expect([begun.length, outcomes]).toEqual([34, ['ended', 'ended']]);
});

it('lets fewer in at first: 16, and one more for every eight that have ended', async () => {
  const { enter, begun } = await open({ served: 0 });
  enter(20);
  expect(begun.length).toBe(12);
  enter(20, WRITER);
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
  expect([begun.length, late()]).toEqual([25, 0]);

  await vi.advanceTimersByTimeAsync(1);
  begun[1]?.();
  enter(1);
  await vi.advanceTimersByTimeAsync(499);
  expect([begun.length, late()]).toEqual([26, 0]);

  await vi.advanceTimersByTimeAsync(1);
  expect([begun.length, late()]).toEqual([26, 175]);
});

it('lets a later request in at once when all before it are late', async () => {
  const { enter, begun } = await open();
  enter(200);
  await vi.advanceTimersByTimeAsync(500);
  enter(2);
  expect(begun.length).toBe(24);

  begun[0]?.();
  await settle();

  expect(begun.length).toBe(25);
});

it('lets others in beside requests that take longer than a second, up to 192 of a kind and 256 in all', async () => {
  const { enter, begun } = await open();
  const counts = [];
  for (let round = 0; round < 9; round++) {
    enter(24);
    counts.push(begun.length);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(counts).toEqual([24, 48, 72, 96, 120, 144, 168, 192, 192]);

  for (let round = 0; round < 3; round++) {
    enter(24, WRITER);
    counts.push(begun.length);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(counts.slice(9)).toEqual([216, 240, 256]);
});

it('lets a waiting request in when one before it turns out to be slow', async () => {
  const { enter, begun, outcomes } = await open();
  enter(24);
  await vi.advanceTimersByTimeAsync(600);
  enter(1);
  await vi.advanceTimersByTimeAsync(399);
  expect(begun.length).toBe(24);

  await vi.advanceTimersByTimeAsync(1);

  expect([begun.length, outcomes]).toEqual([25, []]);
});

it('always has room for those who read, however many record and whatever that takes, and the other way round', async () => {
  for (const [many, few] of [
    [WRITER, READER],
    [READER, WRITER],
  ] as const) {
    const { enter, order } = await open();
    for (let seconds = 0; seconds < 6; seconds++) {
      enter(300, many);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    const before = order.length;
    enter(8, few);
    expect(order.slice(before)).toEqual(Array<string>(8).fill(`${few.kind} of a`));
  }
});

it('takes those of either kind in the order in which they came', async () => {
  const { enter, begun, order } = await open();
  enter(24);
  enter(8, WRITER);
  for (let n = 0; n < 3; n++) {
    await vi.advanceTimersByTimeAsync(1);
    enter(1, WRITER);
    await vi.advanceTimersByTimeAsync(1);
    enter(1);
  }
  const before = order.length;

  // a reader ends each time
  for (const end of begun.slice(0, 6)) end();
  await settle();

  expect(order.slice(before).map((one) => one.split(' ')[0])).toEqual([
    'write',
    'read',
    'write',
    'read',
    'write',
    'read',
  ]);
});

it('takes the clients that wait in turns, so that one with few requests does not wait for one with many', async () => {
  const { enter, begun, order } = await open();
  enter(200);
  enter(2, { client: 'b' });
  enter(1, { client: 'c' });
  const before = order.length;

  for (const end of begun.slice(0, 5)) end();
  await settle();

  expect(order.slice(before)).toEqual(['a', 'b', 'c', 'a', 'b'].map((client) => `read of ${client}`));
});

it('lets those that were given up use up no turns of their client', async () => {
  const { enter, begun, order } = await open();
  enter(200);
  await vi.advanceTimersByTimeAsync(500);
  enter(2);
  enter(3, { client: 'b' });
  const before = order.length;

  for (const end of begun.slice(0, 4)) end();
  await settle();

  expect(order.slice(before)).toEqual(['a', 'b', 'a', 'b'].map((client) => `read of ${client}`));
});

it('goes on after work that fails', async () => {
  const gate = createGate(() => performance.now());
  const failures = Array.from({ length: 70 }, () =>
    gate.enter(READER, () => Promise.reject(new Error('broken'))),
  );
  const settled = await Promise.allSettled(failures);
  expect(settled.map(({ status }) => status)).toEqual(settled.map(() => 'rejected'));
  await expect(gate.enter(READER, () => Promise.resolve())).resolves.toBe('ended');
});
