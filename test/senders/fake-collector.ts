import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseItems } from '../../src/collect/parse-items.ts';
import { readItems } from '../../src/recording/read-items.ts';
import { listen } from '../middleware/collector.ts';
import type { Collector } from './host.ts';

/** A request as a sender reports it. */
export type Reported = {
  readonly type: string;
  readonly method: string;
  readonly target: string;
  readonly status?: number;
  readonly user_agent: string;
  readonly created_at: string;
  readonly [field: string]: unknown;
};

type Sent = { readonly headers: IncomingMessage['headers']; readonly body: string };

export type Try = Sent & { readonly atMs: number };

/** What it does with a batch in place of recording it and saying so. */
type Trouble =
  | 'unavailable'
  | 'ask to wait'
  | 'quota used up'
  | 'refuse and show the key'
  | 'redirect'
  | 'drop'
  | 'lose the answer'
  | 'record and hang';

export const ASKED_TO_WAIT_SECONDS = 3;

export type FakeCollector = Collector & {
  /** What befalls the next batches, in this order; then all are recorded. */
  readonly trouble: (...next: readonly Trouble[]) => void;
  /** All batches it was sent, recorded or not. */
  readonly tries: readonly Try[];
  /** The requests of the recorded batches, each batch once. */
  readonly requests: () => readonly Reported[];
  /** How many hang now. */
  readonly held: () => number;
  /** What was wrong with batches: the real collector would have refused them. */
  readonly wrong: readonly string[];
};

const KEY = 'st_live_a-secret-of-the-site';
const SITE = 'site_0123456789abcdef';

/** Stands in for the service: reads each batch by the service's own rules, and counts an Idempotency-Key once. */
export async function startFakeCollector(): Promise<FakeCollector> {
  const ahead: Trouble[] = [];
  const tries: Try[] = [];
  const wrong: string[] = [];
  const batches = new Map<string, string>();
  const holding = new Set<ServerResponse>();

  function record({ headers, body }: Sent): void {
    const key = String(headers['idempotency-key']);
    const before = batches.get(key);
    if (before !== undefined && before !== body) wrong.push(`another body with the key ${key}`);
    batches.set(key, before ?? body);
    wrong.push(...faultsOf({ headers, body }));
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = { headers: request.headers, body: await text(request), atMs: performance.now() };
    const trouble = ahead.shift();
    tries.push(sent);
    if (request.url !== `/collect/sites/${SITE}/events`) wrong.push(`a batch for ${request.url}`);
    switch (trouble) {
      case 'unavailable':
        response.writeHead(503).end('{"error":"Too busy.","code":"OVERLOADED"}');
        return;
      case 'ask to wait':
        response.writeHead(503, { 'retry-after': String(ASKED_TO_WAIT_SECONDS) });
        response.end('{"error":"Too busy.","code":"OVERLOADED"}');
        return;
      case 'quota used up':
        response.writeHead(429, { 'retry-after': '86400' });
        response.end('{"error":"No room this month.","code":"LIMIT_EXCEEDED"}');
        return;
      case 'refuse and show the key':
        response.writeHead(403).end(`{"error":"${KEY} is of another site.","code":"FORBIDDEN"}`);
        return;
      case 'redirect':
        response.writeHead(307, { location: `${url}/elsewhere` }).end();
        return;
      case 'drop':
        request.socket.destroy();
        return;
      case 'lose the answer':
        record(sent);
        request.socket.destroy();
        return;
      case 'record and hang':
        record(sent);
        holding.add(response);
        response.once('close', () => holding.delete(response));
        return;
      case undefined:
        record(sent);
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ recorded: linesOf(sent.body).length, passed_over: 0 }));
    }
  }

  const url = await listen(createServer((request, response) => void answer(request, response)));
  return {
    ...{ url, site: SITE, key: KEY, tries, wrong },
    trouble: (...next) => void ahead.splice(0, ahead.length, ...next),
    requests: () => [...batches.values()].flatMap(linesOf),
    held: () => holding.size,
  };
}

/** What the real collector would not take. */
function faultsOf({ headers, body }: Sent): readonly string[] {
  const expected = { authorization: `Bearer ${KEY}`, 'user-agent': 'site-traffic' };
  const faults = Object.entries(expected).flatMap(([name, value]) =>
    headers[name] === value ? [] : [`${name}: ${String(headers[name])}`],
  );
  if (!/^[\x21-\x7e]{16,255}$/.test(String(headers['idempotency-key']))) faults.push('no Idempotency-Key');
  try {
    readItems(parseItems(body, headers['content-type'] ?? null), Date.now());
  } catch (error) {
    faults.push(`${String(error)} in ${body.slice(0, 500)}`);
  }
  return faults;
}

function linesOf(body: string): readonly Reported[] {
  return body
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Reported);
}
