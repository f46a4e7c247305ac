import { type Server, createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { vi } from 'vitest';
import type { SiteTrafficOptions, TrafficProblem } from '../../src/middleware/site-traffic.ts';
import { atEnd } from '../support/at-end.ts';

export type Batch = {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly idempotencyKey: unknown;
  readonly body: string;
  readonly lines: readonly unknown[];
};

type Answer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

export type StandIn = {
  readonly url: string;
  /** What it was sent, oldest first. */
  readonly batches: readonly Batch[];
  /** The requests of all batches. */
  readonly requests: () => readonly unknown[];
};

/** What tests say the time is. */
export const NOW = '2026-03-15T12:34:56.789Z';
export const KEY = 'st_live_a-secret-of-the-site';

/** Stands in for the collector: keeps what it is sent and gives one of the answers each, then records all. */
export async function startCollector(...answers: readonly Answer[]): Promise<StandIn> {
  const batches: Batch[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const {
        authorization,
        'content-type': contentType,
        'idempotency-key': idempotencyKey,
      } = request.headers;
      const lines = linesOf(body);
      const answer = answers[batches.length] ?? { status: 200, body: recordedAll(lines.length) };
      batches.push({ path: request.url, authorization, contentType, idempotencyKey, body, lines });
      response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body));
    });
  });
  const url = await listen(server);
  return { url, batches, requests: () => batches.flatMap(({ lines }) => lines) };
}

/** Listens on a port of its own until the test's end. */
export async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Options that tell of problems in a list; the time is always the same. */
export function makeOptions(url: string, problems: TrafficProblem[] = []) {
  return {
    url,
    site: 'site_abc',
    key: KEY,
    now: vi.fn(() => Date.parse(NOW)),
    onError: (problem: TrafficProblem) => void problems.push(problem),
  } satisfies SiteTrafficOptions;
}

export function linesOf(body: string): readonly unknown[] {
  return body
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);
}

export function recordedAll(count: number) {
  return { recorded: count, passed_over: 0 };
}
