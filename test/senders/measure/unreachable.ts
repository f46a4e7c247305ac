import { setTimeout as delay } from 'node:timers/promises';
import type { Host } from '../host.ts';
import { freePort } from '../../support/free-port.ts';
import { askPages, quantile } from './ask-pages.ts';

const MINUTES = Number(process.env['UNREACHABLE_MINUTES'] ?? 60);
/** More in an hour than a sender holds. */
const REQUESTS_A_SECOND = 5;
const SAMPLE_EVERY_S = 60;

export type UnreachableFound = {
  readonly name: string;
  readonly requests: number;
  /** Resident memory after each minute, in MB. */
  readonly memoryMb: readonly number[];
  readonly p50Ms: number;
  readonly p99Ms: number;
};

/** Asks a site for an hour while nobody listens where its sender sends to: it answers all, and its memory stays bounded. */
export async function unreachable(host: Host): Promise<UnreachableFound> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const running = await host.start({ collector: { url, site: 'site_0123456789abcdef', key: 'k' } });
  const memoryMb: number[] = [];
  const tookMs: number[] = [];
  try {
    for (let second = 0; second < MINUTES * 60; second++) {
      const pause = delay(1_000);
      const from = second * REQUESTS_A_SECOND;
      const asking = {
        from,
        count: REQUESTS_A_SECOND,
        atOnce: 1,
        ...(host.front && { headers: host.front.headers }),
      };
      tookMs.push(...(await askPages(running.url, asking)));
      if (second % SAMPLE_EVERY_S === 0) {
        await running.flush?.();
        memoryMb.push(Math.round(running.memoryMb()));
      }
      await pause;
    }
    const [p50Ms, p99Ms] = [quantile(tookMs, 0.5), quantile(tookMs, 0.99)];
    return { name: host.name, requests: tookMs.length, memoryMb, p50Ms, p99Ms };
  } finally {
    await running.kill();
  }
}
