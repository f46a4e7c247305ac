import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryBackend } from '../../src/limits/memory-backend.ts';
import { type Backend, createRateLimiter } from '../../src/limits/rate-limiter.ts';
import { describeBackend, granted } from './backend-cases.ts';

describe('in memory', () => {
  describeBackend((now) => createMemoryBackend({ now }), 300);
});

describe('simultaneous requests', () => {
  it('are granted up to the free places, in whatever order a remote backend handles them', async () => {
    const asked = fc.integer({ min: 1, max: 30 });
    const limit = fc.integer({ min: 1, max: 20 });
    const property = fc.asyncProperty(fc.scheduler(), asked, limit, async (scheduler, times, max) => {
      const memory = createMemoryBackend({ now: () => 0 });
      const distant: Backend = {
        take: scheduler.scheduleFunction((budget: string, most: number) =>
          Promise.resolve(memory.take(budget, most)),
        ),
        look: (budget, most) => memory.look(budget, most),
      };
      const limiter = createRateLimiter(distant);
      const all = Promise.all(Array.from({ length: times }, () => limiter.spend('1', 'stats', max)));
      await scheduler.waitFor(all);
      expect(granted(await all)).toBe(Math.min(times, max));
    });
    await fc.assert(property, { numRuns: 200 });
  });

  it('fail with the backend, rather than being granted', async () => {
    const fail = () => Promise.reject(new Error('backend away'));
    const limiter = createRateLimiter({ take: fail, look: fail });
    await expect(limiter.spend('1', 'stats', 1)).rejects.toThrow('backend away');
    await expect(limiter.peek('1', 'stats', 1)).rejects.toThrow('backend away');
  });
});
