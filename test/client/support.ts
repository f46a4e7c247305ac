import { vi } from 'vitest';
import { type ClientOptions, createClient } from '../../src/client/create-client.ts';
import type { TestGateway } from '../support/gateway.ts';

export const KEY = 'st_0123456789abcdefghijklmnopqrstuv';

/** A client whose requests are answered by the function. */
export function clientOf(fetch: typeof globalThis.fetch, options: Partial<ClientOptions> = {}) {
  return createClient({ url: 'https://traffic.example', key: KEY, fetch, ...options });
}

/** A client of the gateway. When it is told to come back later, the wait passes at once on the clock of the test. */
export function clientOfGateway({ fetch, clock }: TestGateway, key: string) {
  const waits: number[] = [];
  const client = createClient({
    url: 'http://site-traffic.test/',
    key,
    fetch: async (address, init) => {
      const response = await fetch(new Request(address, init));
      if (response.status === 429) {
        passNextWait((ms) => {
          waits.push(ms);
          clock.advance(ms);
        });
      }
      return response;
    },
  });
  return { client, waits };
}

/** Ends the next wait at once, and tells how long it would have been. */
export function passNextWait(pass: (ms: number) => void): void {
  vi.spyOn(globalThis, 'setTimeout').mockImplementationOnce((end, ms = 0) => {
    pass(ms);
    queueMicrotask(end);
    return undefined as never;
  });
}

export function answerOf(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return () => Promise.resolve(new Response(JSON.stringify(body), { status, headers }));
}
