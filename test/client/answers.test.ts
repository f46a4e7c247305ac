import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ClientOptions, SiteTrafficError, createClient } from '../../src/client/create-client.ts';
import { KEY, answerOf, clientOf, passNextWait } from './support.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const NO_SITES = answerOf(200, { sites: [] });
const limited = (seconds: number) =>
  answerOf(429, { error: 'Rate limit of the plan exceeded.', code: 'RATE_LIMITED', retry_after: seconds });

async function failureOf(call: Promise<unknown>): Promise<SiteTrafficError> {
  const error = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (error instanceof SiteTrafficError) return error;
  throw new Error('the call did not fail with a SiteTrafficError', { cause: error });
}

describe('a request', () => {
  it('has the key in its header, and only what was given in its query', async () => {
    const fetch = vi.fn(answerOf(200, { events: [], next_cursor: null }));

    await clientOf(fetch, { url: 'https://example.com/traffic/' }).events('site_a/b', {
      start: '2026-03-10',
      type: 'bot',
    });

    const [url, init] = fetch.mock.calls[0] as unknown as [string, RequestInit];
    expect(url).toBe('https://example.com/traffic/api/v1/sites/site_a%2Fb/events?start=2026-03-10&type=bot');
    expect(init).toEqual({
      headers: { accept: 'application/json', authorization: `Bearer ${KEY}` },
      redirect: 'manual',
      signal: null,
    });
  });

  it('calls fetch by itself, as browsers demand', async () => {
    const fetch = vi.fn(NO_SITES);
    await clientOf(fetch).sites();
    expect(fetch.mock.contexts).toEqual([undefined]);
  });

  it.each(['', '.', '..'])('is not sent for the site id "%s", which would lead elsewhere', async (siteId) => {
    const fetch = vi.fn(NO_SITES);
    await expect(clientOf(fetch).stats(siteId)).rejects.toThrow(/siteId must be the id of a site/);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('is not sent with an idempotency key that no header can carry', async () => {
    const call = clientOf(NO_SITES).record('site_a', [], { idempotencyKey: 'ü' });
    await expect(call).rejects.toThrow(/idempotencyKey must be 1 to 255 visible ASCII characters/);
  });
});

describe('when told to come back later, the client', () => {
  it('waits as long as it is told, by the body or the header', async () => {
    const overloaded = answerOf(503, { error: 'Overloaded.', code: 'OVERLOADED' }, { 'retry-after': '3' });
    const answers = [limited(12), overloaded, NO_SITES];
    const waits: number[] = [];
    const client = clientOf(() => {
      passNextWait((ms) => waits.push(ms));
      return (answers.shift() ?? NO_SITES)();
    });

    await client.sites();

    expect(waits).toEqual([12_000, 3_000]);
  });

  it('gives up before its waits are longer than the bound', async () => {
    const waits: number[] = [];
    const client = clientOf(
      () => {
        passNextWait((ms) => waits.push(ms));
        return limited(50)();
      },
      { maxWaitSeconds: 120 },
    );

    expect(await failureOf(client.sites())).toMatchObject({
      code: 'RATE_LIMITED',
      status: 429,
      retryAfter: 50,
    });
    expect(waits).toEqual([50_000, 50_000]);
  });

  it.each([
    ['the bound is 0', limited(1), 0],
    ['the wait is not a number', answerOf(429, { error: 'E', code: 'RATE_LIMITED', retry_after: 'soon' }), 0],
    ['the quota of the month is used up', answerOf(429, { error: 'E', code: 'LIMIT_EXCEEDED' }), 120],
  ])('does not wait if %s', async (_, answer, maxWaitSeconds) => {
    const fetch = vi.fn(answer);
    expect(await failureOf(clientOf(fetch, { maxWaitSeconds }).sites())).toMatchObject({ status: 429 });
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

describe('a signal', () => {
  it('ends a call that waits', async () => {
    const controller = new AbortController();
    const call = clientOf(limited(100)).sites({ signal: controller.signal });
    const waiting = vi.spyOn(globalThis, 'setTimeout');
    await expect.poll(() => waiting.mock.calls.map(([, ms]) => ms)).toContain(100_000);
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });

  it('ends a call before it is sent, and between two pages', async () => {
    const controller = new AbortController();
    const page = answerOf(200, { events: [{ id: 1 }], next_cursor: 'more' });
    const fetch = vi.fn((_url: unknown, init?: RequestInit) => {
      init?.signal?.throwIfAborted();
      return page();
    });
    const read = async () => {
      for await (const { id } of clientOf(fetch).eachEvent('site_a', {}, { signal: controller.signal })) {
        expect(id).toBe(1);
        controller.abort(new Error('enough'));
      }
    };
    await expect(read()).rejects.toThrow('enough');
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});

describe('what is not an answer of the service', () => {
  it('is UNREACHABLE if nothing came, with the cause', async () => {
    const cause = new TypeError('fetch failed');
    expect(await failureOf(clientOf(() => Promise.reject(cause)).sites())).toMatchObject({
      code: 'UNREACHABLE',
      status: undefined,
      cause,
    });
  });

  it('is UNREACHABLE if it breaks off', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('terminated')) });
    const client = clientOf(() => Promise.resolve(new Response(body)));
    expect(await failureOf(client.timeseries('site_a'))).toMatchObject({ code: 'UNREACHABLE', status: 200 });
  });

  it.each([
    ['a page', new Response('<h1>Welcome</h1>'), 200],
    ['another JSON', Response.json({ ok: true }), 200],
    ['null', Response.json(null), 200],
    ['an error of a proxy', new Response('Bad Gateway', { status: 502 }), 502],
    ['a redirect', new Response(null, { status: 308, headers: { location: 'https://evil.example' } }), 308],
    ['a redirect in a browser', Response.error(), 0],
  ])('is UNEXPECTED_ANSWER if it is %s', async (_, answer, status) => {
    const client = clientOf(() => Promise.resolve(answer));
    expect(await failureOf(client.sites())).toMatchObject({ code: 'UNEXPECTED_ANSWER', status });
  });

  it('keeps the code of a newer service', async () => {
    const client = clientOf(answerOf(410, { error: 'Gone for good.', code: 'GONE' }));
    expect(await failureOf(client.sites())).toMatchObject({ code: 'GONE', message: 'Gone for good.' });
  });
});

describe('a bad option', () => {
  it.each([
    [{ url: 'traffic.example' }, 'url must be an http or https URL'],
    [{ url: 'https://user:secret@traffic.example' }, 'url must be an http or https URL'],
    [{ url: 'https://traffic.example?key=secret' }, 'url must be an http or https URL'],
    [{ key: undefined }, 'key must be an API key; is its environment variable set?'],
    [{ key: 'secret\nkey' }, 'key must be an API key'],
    [{ maxWaitSeconds: -1 }, 'maxWaitSeconds must be a number from 0 to 86400'],
    [{ maxWaitSeconds: NaN }, 'maxWaitSeconds must be a number from 0 to 86400'],
    [{ fetch: 'fetch' as never }, 'fetch must be a function'],
  ] satisfies readonly (readonly [Partial<ClientOptions>, string])[])(
    'is named and not shown: %j',
    (options, problem) => {
      const make = () => createClient({ url: 'https://traffic.example', key: KEY, ...options });
      expect(make).toThrow(problem);
      expect(make).not.toThrow(/secret/);
    },
  );
});
