import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Hits } from '../../src/limits/hits.ts';
import { createMemoryBackend } from '../../src/limits/memory-backend.ts';
import { createClock } from '../support/clock.ts';
import { fullestWindow } from './model.ts';

function start() {
  const clock = createClock('2026-03-15T12:00:00Z');
  const backend = createMemoryBackend({ now: clock.now });
  return { clock, backend };
}

describe('memory', () => {
  it('forgets budgets whose windows have expired, by the next step of any budget', () => {
    const { clock, backend } = start();
    for (let account = 1; account <= 500; account += 1) backend.take(`${account}:stats`, 60);
    expect(backend.size).toBe(500);
    clock.advance(180_000);
    backend.look('1:stats', 60);
    expect(backend.size).toBe(0);
  });

  it('forgets idle budgets while another is busy, which it keeps', () => {
    const { clock, backend } = start();
    for (let account = 1; account <= 500; account += 1) backend.take(`${account}:stats`, 60);
    for (let second = 0; second < 180; second += 1) {
      clock.advance(1_000);
      backend.take('1:stats', 600);
    }
    expect(backend.size).toBe(1);
    expect(backend.look('1:stats', 600)).toEqual({ granted: true, used: 60, resetMs: 1_000, waitMs: 0 });
  });

  it('of a budget that is always busy does not grow', () => {
    const hits = new Hits();
    for (let nowMs = 0; nowMs < 10_000; nowMs += 1) {
      hits.forgetUntil(nowMs);
      hits.add(nowMs + 100);
      expect(hits.places).toBeLessThanOrEqual(2 * hits.count);
    }
    expect([hits.count, hits.oldest(), hits.newest(1), hits.newest(101)]).toEqual([
      100,
      10_000,
      10_099,
      undefined,
    ]);
  });

  it('keeps nothing of budgets that were only looked at', () => {
    const { backend } = start();
    backend.look('1:stats', 60);
    expect(backend.size).toBe(0);
  });

  it('never forgets a request inside its window, however the steps of others fall', () => {
    const gaps = fc.array(fc.nat({ max: 40_000 }), { maxLength: 60 });
    fc.assert(
      fc.property(gaps, (gapsMs) => {
        const { clock, backend } = start();
        const takenMs: number[] = [];
        for (const [index, gapMs] of gapsMs.entries()) {
          clock.advance(gapMs);
          backend.look('other:stats', 60);
          if (index % 3 !== 0) continue;
          takenMs.push(clock.now());
          const used = takenMs.filter((ms) => ms > clock.now() - 60_000).length;
          expect(backend.take('1:stats', 60)).toMatchObject({ granted: true, used });
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('a clock that is set back', () => {
  it('never lets more than the limit pass in any 60 seconds that really went by', () => {
    const steps = fc.array(
      fc.record({
        passedMs: fc.nat({ max: 45_000 }),
        setBackMs: fc.oneof(fc.constant(0), fc.nat({ max: 4_000_000 })),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(steps, (sequence) => {
        const { clock, backend } = start();
        let realMs = 0;
        const grantedMs: number[] = [];
        for (const { passedMs, setBackMs } of sequence) {
          realMs += passedMs;
          clock.advance(passedMs - setBackMs);
          if (backend.take('1:stats', 3).granted) grantedMs.push(realMs);
        }
        expect(fullestWindow(grantedMs)).toBeLessThanOrEqual(3);
      }),
      { numRuns: 300 },
    );
  });

  it('refuses nobody for longer than a window', () => {
    const { clock, backend } = start();
    backend.take('1:stats', 1);
    clock.advance(20_000 - 3_600_000);
    expect(backend.take('1:stats', 1)).toEqual({
      granted: false,
      used: 1,
      resetMs: 60_000,
      waitMs: 60_000,
    });
    clock.advance(60_000);
    expect(backend.take('1:stats', 1).granted).toBe(true);
  });
});

it('counts in a window of the length it was given', () => {
  const clock = createClock('2026-03-15T12:00:00Z');
  const backend = createMemoryBackend({ now: clock.now, windowMs: 10 });
  backend.take('1:stats', 1);
  clock.advance(9);
  expect(backend.take('1:stats', 1)).toEqual({ granted: false, used: 1, resetMs: 1, waitMs: 1 });
  clock.advance(1);
  expect(backend.take('1:stats', 1)).toEqual({ granted: true, used: 1, resetMs: 10, waitMs: 0 });
});
