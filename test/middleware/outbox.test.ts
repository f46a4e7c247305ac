import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  type SiteTraffic,
  type SiteTrafficOptions,
  type TrafficProblem,
  siteTraffic,
} from '../../src/middleware/site-traffic.ts';
import { KEY, linesOf, makeOptions, recordedAll } from './collector.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

type Post = { readonly atMs: number; readonly key: string; readonly body: string };

const started: SiteTraffic[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1); // the longest of each wait
});
afterEach(() => {
  for (const traffic of started.splice(0)) void traffic.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('sends as soon as a batch is full', async () => {
  const { traffic, targets } = start([], { batchSize: 2 });
  visit(traffic, '/1', '/2', '/3');
  await settle();
  expect(targets()).toEqual([['/1', '/2']]);
});

it('sends an incomplete batch one second after its first request', async () => {
  const { traffic, targets } = start([]);
  visit(traffic, '/1');
  await vi.advanceTimersByTimeAsync(999);
  visit(traffic, '/2');
  expect(targets()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(targets()).toEqual([['/1', '/2']]);
});

it('sends one batch at a time', async () => {
  const { traffic, targets } = start(['silence'], { batchSize: 1 });
  visit(traffic, '/1', '/2', '/3');
  await vi.advanceTimersByTimeAsync(9 * SECOND);
  expect(targets()).toEqual([['/1']]);
});

it('sends the same batch until it is recorded, and doubles the wait each time', async () => {
  const { traffic, posts, problems } = start([500, 503, 'no answer', 502]);
  visit(traffic, '/1');
  await vi.advanceTimersByTimeAsync(SECOND);
  visit(traffic, '/2');
  await vi.advanceTimersByTimeAsync(15 * SECOND);
  expect(posts.map(({ atMs }) => atMs / SECOND)).toEqual([1, 2, 4, 8, 16]);
  expect(new Set(posts.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(posts.length).toBe(6);
  expect(posts[5]?.key).not.toBe(posts[0]?.key);
  expect(problems).toEqual([
    { code: 'DELAYED', message: 'the collector answered 500 without a code; retrying', lost: 0 },
  ]);
});

it('waits half as long at the least, by chance', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const { traffic, posts } = start([500]);
  visit(traffic, '/1');
  await vi.advanceTimersByTimeAsync(1_500);
  expect(posts.map(({ atMs }) => atMs)).toEqual([1_000, 1_500]);
});

it('waits ten seconds for a response', async () => {
  const { traffic, posts, problems } = start(['silence'], { batchSize: 1 });
  visit(traffic, '/1');
  await vi.advanceTimersByTimeAsync(11 * SECOND);
  expect(posts.map(({ atMs }) => atMs / SECOND)).toEqual([0, 11]);
  expect(problems).toEqual([
    { code: 'DELAYED', message: 'the collector did not respond (AbortError); retrying', lost: 0 },
  ]);
});

it('waits as long as Retry-After says, an hour at most', async () => {
  const busy = (seconds: string) => refusal(429, 'RATE_LIMITED', { 'retry-after': seconds });
  const { traffic, posts } = start([busy('23'), busy('9999999999')], { batchSize: 1 });
  visit(traffic, '/1');
  await vi.advanceTimersByTimeAsync(2 * 60 * MINUTE);
  expect(posts.map(({ atMs }) => atMs / SECOND)).toEqual([0, 23, 23 + 3_600]);
});

it('gives up a batch whose next try would come too long after its first', async () => {
  const busy = () => refusal(503, 'OVERLOADED', { 'retry-after': '3600' });
  const { traffic, posts, problems } = start([busy(), busy()], { batchSize: 1 });
  visit(traffic, '/1', '/2');
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  expect(posts.map(({ atMs }) => atMs / MINUTE)).toEqual([0, 60, 60]);
  expect(linesOf(posts[2]?.body ?? '')).toMatchObject([{ target: '/2' }]);
  expect(problems.at(-1)).toMatchObject({ code: 'GIVEN_UP', lost: 1 });
});

it('gives up a batch after 60 tries and continues with the next', async () => {
  const { traffic, posts, problems } = start(Array.from({ length: 60 }, () => 500));
  visit(traffic, '/1', '/2');
  await vi.advanceTimersByTimeAsync(60 * MINUTE);
  visit(traffic, '/3');
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(posts.length).toBe(61);
  expect(linesOf(posts[60]?.body ?? '')).toMatchObject([{ target: '/3' }]);
  expect(problems.at(-1)).toEqual({
    code: 'GIVEN_UP',
    message: 'the collector answered 500 without a code',
    lost: 2,
  });
});

it.each([
  [400, 'INVALID_JSON'],
  [401, 'INVALID_KEY'],
  [403, 'SITE_NOT_FOUND'],
  [413, 'BODY_TOO_LARGE'],
  [422, 'INVALID_EVENT'],
])('drops a batch that is refused with %i and reports it once', async (status, code) => {
  const { traffic, targets, problems } = start([refusal(status, code), refusal(status, code)], {
    batchSize: 1,
  });
  visit(traffic, '/1', '/2', '/3');
  await settle();
  expect(targets()).toEqual([['/1'], ['/2'], ['/3']]);
  expect(problems).toEqual([
    { code: 'REFUSED', message: `the collector answered ${status} ${code} (A sentence.)`, lost: 1 },
  ]);
});

it.each([
  ['a redirect', new Response(null, { status: 302, headers: { location: 'https://other.example' } })],
  ['a page', new Response('<!doctype html>')],
])('does not mistake %s for a response of the collector', async (_, answer) => {
  const { traffic, problems } = start([answer], { batchSize: 1 });
  visit(traffic, '/1');
  await settle();
  expect(problems).toEqual([
    { code: 'REFUSED', message: `the collector answered ${answer.status} without a code`, lost: 1 },
  ]);
});

it('sends only the fields that the collector has named in its last answer', async () => {
  const naming = (names: string) => Response.json(recordedAll(1), { headers: { 'collect-fields': names } });
  const answers = [
    Response.json(recordedAll(1)),
    naming('type, method, target, more'),
    naming('type, target'),
    refusal(502, 'A_PROXY'),
  ];
  const { traffic, posts } = start(answers, { batchSize: 1 });
  for (const target of ['/1', '/2', '/3', '/4', '/5']) {
    visit(traffic, target);
    await vi.advanceTimersByTimeAsync(2 * SECOND);
  }
  const fields = posts.map(({ body }) => Object.keys(linesOf(body)[0] as object).join(' '));
  const first = 'type method target status user_agent created_at';
  expect(fields).toEqual([first, first, 'type method target', 'type target', 'type target', 'type target']);
});

it('reports once an hour how many requests were lost because the quota is used up', async () => {
  let nowMs = 0;
  const spent = () => refusal(429, 'LIMIT_EXCEEDED');
  const { traffic, problems } = start([spent(), spent(), spent()], { batchSize: 1, now: () => nowMs });
  const message = 'the collector answered 429 LIMIT_EXCEEDED (A sentence.)';
  visit(traffic, '/1', '/2');
  await settle();
  expect(problems).toEqual([{ code: 'LIMIT_EXCEEDED', message, lost: 1 }]);
  nowMs = 60 * MINUTE;
  visit(traffic, '/3');
  await settle();
  expect(problems.slice(1)).toEqual([{ code: 'LIMIT_EXCEEDED', message, lost: 2 }]);
});

it('holds no more than maxQueue, loses the newest and reports how many', async () => {
  const { traffic, targets, problems } = start(['silence'], { batchSize: 2, maxQueue: 3 });
  visit(traffic, '/1', '/2', '/3', '/4', '/5');
  await vi.advanceTimersByTimeAsync(11 * SECOND);
  await traffic.close();
  expect(targets()).toEqual([['/1', '/2'], ['/1', '/2'], ['/3']]);
  const full = { code: 'QUEUE_FULL', message: 'the queue is full (3 requests)', lost: 1 };
  expect(problems.filter(({ code }) => code === 'QUEUE_FULL')).toEqual([full, full]);
});

it('posts at most 1 MiB at once', async () => {
  const { traffic, posts } = start([]);
  const wide = 'é'.repeat(2_000);
  const targets = Array.from({ length: 500 }, (_, i) => `/${i}/${wide}`);
  visit(traffic, ...targets);
  await traffic.close();
  expect(posts.map(({ body }) => Buffer.byteLength(body) <= 2 ** 20)).toEqual([true, true]);
  expect(posts.flatMap(({ body }) => linesOf(body))).toMatchObject(targets.map((target) => ({ target })));
});

it('sends the held requests when it is closed, and nothing after that', async () => {
  const { traffic, targets, problems } = start([], { batchSize: 2 });
  visit(traffic, '/1', '/2', '/3');
  await traffic.close();
  visit(traffic, '/4');
  await traffic.close();
  expect(targets()).toEqual([['/1', '/2'], ['/3']]);
  expect(problems).toEqual([{ code: 'CLOSED', message: 'a request finished after close()', lost: 1 }]);
  expect(vi.getTimerCount()).toBe(0);
});

it('retries at once when it is closed', async () => {
  const { traffic, posts } = start([500, 500, 500, 500, 500]);
  visit(traffic, '/1');
  await vi.advanceTimersByTimeAsync(20 * SECOND);
  await traffic.close();
  expect(posts.map(({ atMs }) => atMs / SECOND)).toEqual([1, 2, 4, 8, 16, 20]);
});

it.each(['silence', 503] as const)('closes in time when the collector responds with %s', async (answer) => {
  const { traffic, problems } = start(Array.from({ length: 9 }, () => answer));
  visit(traffic, '/1', '/2');
  const closed = traffic.close();
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  await closed;
  expect(problems.at(-1)).toEqual({
    code: 'CLOSED',
    message: 'closed before the collector answered',
    lost: 2,
  });
});

it('never shows the key, whatever the collector responds or fetch throws', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const saying = { error: `Not\nwith ${KEY}.`, code: 'INVALID_KEY' };
  const answers = [
    Response.json(saying, { status: 401 }),
    refusal(500, KEY),
    new Error(KEY, { cause: new Error(KEY) }),
  ];
  const { traffic } = start(answers, { batchSize: 1, onError: undefined });
  visit(traffic, '/1', '/2');
  await vi.advanceTimersByTimeAsync(10 * SECOND);
  await traffic.close();
  expect(warned.mock.calls).toEqual([
    ['site-traffic: the collector answered 401 INVALID_KEY (Not with ***.); requests lost: 1'],
    ['site-traffic: the collector answered 500 without a code; retrying; requests lost: 0'],
  ]);
});

type Reply = number | 'silence' | 'no answer' | Response | Error;

/** The middleware before a collector that gives these answers in turn, then records all. */
function start(replies: readonly Reply[], options: Partial<SiteTrafficOptions> = {}) {
  const posts: Post[] = [];
  const problems: TrafficProblem[] = [];
  const startMs = Date.now();
  const fetch = async (_: unknown, { body, headers, signal }: RequestInit = {}): Promise<Response> => {
    const reply = replies[posts.length];
    const text = body as string;
    posts.push({
      atMs: Date.now() - startMs,
      key: new Headers(headers).get('idempotency-key') ?? '',
      body: text,
    });
    if (reply === 'silence') return untilAborted(signal);
    if (reply === 'no answer') throw new TypeError('fetch failed');
    if (reply instanceof Error) throw reply;
    if (typeof reply === 'number') return new Response(null, { status: reply });
    return reply ?? Response.json(recordedAll(linesOf(text).length));
  };
  const traffic = siteTraffic({ ...makeOptions('https://traffic.example', problems), fetch, ...options });
  started.push(traffic);
  const targets = () =>
    posts.map(({ body }) => linesOf(body).map((line) => (line as { target: string }).target));
  return { traffic, posts, problems, targets };
}

function refusal(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: 'A sentence.', code }, { status, headers });
}

function untilAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')));
  });
}

/** Requests that have been answered. */
function visit(traffic: SiteTraffic, ...targets: readonly string[]): void {
  for (const url of targets) {
    const response = Object.assign(new EventEmitter(), { statusCode: 200, headersSent: true });
    traffic.express(
      { method: 'GET', url, headers: {}, socket: { bytesWritten: 0 } },
      response,
      () => undefined,
    );
    response.emit('close');
  }
}

/** Lets all happen that needs no time. */
async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}
