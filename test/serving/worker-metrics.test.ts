import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { metricsOf } from '../../src/serving/workers/worker-metrics.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A worker that answers only when the test says so. */
function silentWorker() {
  const worker = Object.assign(new EventEmitter(), { isConnected: () => true, send: vi.fn() });
  const { look } = metricsOf(worker as unknown as Parameters<typeof metricsOf>[0]);
  return { worker, look, report: (metrics: unknown) => worker.emit('message', { kind: 'metrics', metrics }) };
}

it('a worker that hangs gets one order, however often the metrics are read, and each reader goes on after a second', async () => {
  vi.useFakeTimers();
  const { worker, look, report } = silentWorker();

  for (let scrape = 0; scrape < 5; scrape += 1) {
    const looks = Promise.all([look(), look()]);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await looks).toEqual([[], []]);
  }
  expect(worker.send).toHaveBeenCalledTimes(1);

  report(['late']);
  const next = look();
  expect(worker.send).toHaveBeenCalledTimes(2);
  report(['now']);
  expect(await next).toEqual(['now']);
});

it('a worker that ends is not waited for', async () => {
  vi.useFakeTimers();
  const { worker, look, report } = silentWorker();
  report(['last']);
  const looking = look();
  worker.emit('exit');

  expect(await looking).toEqual(['last']);
  expect(vi.getTimerCount()).toBe(0);
});
