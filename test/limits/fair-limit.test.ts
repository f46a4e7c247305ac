import { afterEach, describe, expect, it, vi } from 'vitest';
import { type FairLimitRules, createFairLimit } from '../../src/limits/fair-limit.ts';

const RULES: FairLimitRules = {
  atOnce: 2,
  atOnceOfOne: 1,
  mostWaiting: 4,
  mostWaitingOfOne: 3,
  waitMs: 1_000,
};

describe('long reads of several accounts', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('take turns, however many one account has waiting', async () => {
    const { begin, begun, finish } = reading({ ...RULES, atOnce: 1 });
    for (const read of ['a1', 'a2', 'a3', 'b1', 'c1']) begin(read);

    for (const read of ['a1', 'b1', 'c1', 'a2']) await finish(read);

    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  it('run at once up to the number of connections, of which one account has no more than its share', async () => {
    const { begin, begun, finish } = reading(RULES);

    for (const read of ['a1', 'a2', 'b1', 'c1']) begin(read);
    expect(begun).toEqual(['a1', 'b1']);

    await finish('b1');
    expect(begun).toEqual(['a1', 'b1', 'c1']);
    await finish('c1');
    expect(begun).toEqual(['a1', 'b1', 'c1']);
    await finish('a1');
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('are OVERLOADED where too many of the account wait, or too many of all', async () => {
    const { begin, outcomes, finish } = reading(RULES);

    for (const read of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'b3']) begin(read);
    expect(await outcomes()).toEqual({ a5: 'OVERLOADED', b3: 'OVERLOADED' });

    for (const read of ['b1', 'b2', 'a1', 'a2', 'a3', 'a4']) await finish(read);
    expect(Object.values(await outcomes()).toSorted()).toEqual([
      'OVERLOADED',
      'OVERLOADED',
      ...Array.from({ length: 6 }, () => 'read'),
    ]);
  });

  it('are OVERLOADED once they have waited too long, and leave their place to others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { begin, begun, outcomes, finish } = reading(RULES);
    for (const read of ['a1', 'a2', 'a3']) begin(read);

    await vi.advanceTimersByTimeAsync(999);
    begin('a4');
    expect(await outcomes()).toEqual({});
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcomes()).toEqual({ a2: 'OVERLOADED', a3: 'OVERLOADED' });
    await finish('a1');

    expect(begun).toEqual(['a1', 'a4']);
  });

  it('go on after one has failed', async () => {
    const { begin, begun, outcomes, fail } = reading({ ...RULES, atOnce: 1 });
    for (const read of ['a1', 'a2', 'b1']) begin(read);

    await fail('a1');

    expect(begun).toEqual(['a1', 'b1']);
    expect(await outcomes()).toEqual({ a1: 'cut' });
  });
});

/** Long reads of accounts with names of one letter; they last until they are told to end. */
function reading(rules: FairLimitRules) {
  const fairly = createFairLimit<string>(rules);
  const begun: string[] = [];
  const ends = new Map<string, (outcome: 'read' | Error) => void>();
  const ended: Record<string, string> = {};
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const work = (read: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(read);
      ends.set(read, (outcome) => (outcome === 'read' ? resolve(outcome) : reject(outcome)));
    });
  return {
    begun,
    begin: (read: string) => {
      void fairly.run(read.charAt(0), work(read)).then(
        (outcome) => (ended[read] = outcome),
        (error: unknown) => {
          const { code, message } = error as { code?: string; message: string };
          ended[read] = code ?? message;
        },
      );
    },
    finish: async (read: string) => {
      ends.get(read)?.('read');
      await settled();
    },
    fail: async (read: string) => {
      ends.get(read)?.(new Error('cut'));
      await settled();
    },
    outcomes: async () => {
      await settled();
      return ended;
    },
  };
}
