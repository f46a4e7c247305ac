import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/domain/refusal.ts';
import { URL_OF_DOOR, openLoneDoor, read } from '../execution/lone-door.ts';

const QUERY = '{ __typename }';
const ANSWER = { data: { __typename: 'Query' } };
const LIMIT_BYTES = 256 * 1024;

const door = openLoneDoor();

/** A request body of exactly this many bytes. */
function bodyOf(bytes: number): string {
  const empty = JSON.stringify({ query: QUERY, variables: { padding: '' } });
  return JSON.stringify({ query: QUERY, variables: { padding: 'x'.repeat(bytes - empty.length) } });
}

function chunked(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.subarray(at, (at += 10_000)));
    },
  });
}

function post(body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
  return door.fetch(new Request(URL_OF_DOOR, { ...init, duplex: 'half' } as RequestInit));
}

const TOO_LARGE = {
  errors: [
    {
      message: 'The request body has more than 262144 bytes (256 kB).',
      extensions: { code: 'DOCUMENT_TOO_LARGE' },
    },
  ],
};

describe('the body of a request', () => {
  it.each(['announced', 'chunked'])(
    'is answered up to 256 kB and refused with 413 above, when %s',
    async (how) => {
      const send = (bytes: number) =>
        how === 'chunked'
          ? post(chunked(bodyOf(bytes)))
          : post(bodyOf(bytes), { 'content-length': String(bytes) });
      const within = await read(await send(LIMIT_BYTES));
      expect([within.status, within.body]).toEqual([200, ANSWER]);
      const above = await read(await send(LIMIT_BYTES + 1));
      expect([above.status, above.body, above.headers.get('connection')]).toEqual([413, TOO_LARGE, 'close']);
    },
  );

  it('is not read to its end when it has none', async () => {
    let chunks = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        chunks++;
        controller.enqueue(new Uint8Array(1024).fill(32));
      },
    });
    expect((await post(endless)).status).toBe(413);
    expect(chunks).toBeLessThan(300);
  });

  it.each([
    ['{"query":', 'The request body is not valid JSON.'],
    ['', 'The request body is not valid JSON.'],
    [
      '[{"query":"{ __typename }"}]',
      'The request body must be a JSON object; batched requests are not supported.',
    ],
    ['"{ __typename }"', 'The request body must be a JSON object; batched requests are not supported.'],
    ['null', 'The request body must be a JSON object; batched requests are not supported.'],
  ])('%j is refused with INVALID_JSON, under either media type', async (text, message) => {
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const { status, headers, body } = await read(await post(text, { accept }));
      expect([status, headers.get('content-type'), body]).toEqual([
        400,
        `${accept}; charset=utf-8`,
        { errors: [{ message, extensions: { code: 'INVALID_JSON' } }] },
      ]);
    }
  });

  it('is read when it is packed by gzip, up to 256 kB before and after', async () => {
    const packed = { 'content-encoding': 'gzip' };
    const within = await read(await post(gzipSync(bodyOf(LIMIT_BYTES)), packed));
    expect([within.status, within.body]).toEqual([200, ANSWER]);
    const above = await read(await post(gzipSync(bodyOf(LIMIT_BYTES + 1)), packed));
    expect([above.status, above.body]).toEqual([413, TOO_LARGE]);
  });

  it.each([
    [
      'gzip',
      '{}',
      {
        message: 'The request body is not valid gzip, or it is cut short.',
        extensions: { code: 'INVALID_JSON' },
      },
    ],
    [
      'br',
      '{}',
      {
        message: 'Content-Encoding must be "gzip" or left out; got "br".',
        extensions: { code: 'INVALID_PARAMETER' },
      },
    ],
    [
      'identity',
      Uint8Array.of(0x22, 0xff, 0x22),
      { message: 'The request body is not valid UTF-8.', extensions: { code: 'INVALID_JSON' } },
    ],
  ])('that is not readable in the encoding %s is refused', async (encoding, bytes, error) => {
    const { status, body } = await read(await post(bytes, { 'content-encoding': encoding }));
    expect([status, body]).toEqual([400, { errors: [error] }]);
  });

  it.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/graphql',
  ])('as %s is refused with 415', async (type) => {
    const { status, body } = await read(await post(`query=${QUERY}`, { 'content-type': type }));
    expect([status, body.errors?.[0]?.extensions]).toEqual([415, { code: 'BAD_REQUEST' }]);
  });

  it('of a caller who disconnects halfway is not logged as a failure', async () => {
    const broken = new ReadableStream({
      pull(controller) {
        controller.error(new Error('aborted'));
      },
    });
    expect((await post(broken)).status).toBe(400);
    expect(door.logged()).toEqual([]);
  });
});

describe('the Accept header', () => {
  it.each([
    'text/plain',
    'text/event-stream',
    'multipart/mixed, text/html',
    'application/json, text/event-stream',
    'application/graphql+json',
    'application/vnd.api+json',
    'Application/JSON; charset=iso-8859-1',
    'application/json;q=0',
    '*/*;q=0.1',
    'nonsense',
    '',
  ])('%s is answered in JSON', async (accept) => {
    const response = await post(JSON.stringify({ query: QUERY }), { accept });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect((await read(response)).body).toEqual(ANSWER);
  });

  it.each([
    'application/graphql-response+json',
    'APPLICATION/graphql-response+json; charset=utf-8, application/json;q=0.9',
    'text/html, application/graphql-response+json',
  ])('%s is answered in the type of GraphQL', async (accept) => {
    const response = await post(JSON.stringify({ query: QUERY }), { accept });
    expect(response.headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8');
    expect((await read(response)).body).toEqual(ANSWER);
  });
});

describe('the query of a GET', () => {
  const get = async (query: Record<string, string>) =>
    read(await door.fetch(new Request(`${URL_OF_DOOR}?${new URLSearchParams(query).toString()}`)));

  it('carries document, operation name and variables', async () => {
    const { status, body } = await get({
      query: 'query A { a: __typename } query B($yes: Boolean!) { b: __typename @include(if: $yes) }',
      operationName: 'B',
      variables: '{"yes":true}',
    });
    expect([status, body]).toEqual([200, { data: { b: 'Query' } }]);
  });

  it('is refused with INVALID_JSON for variables that are no JSON object', async () => {
    const message = 'The parameter variables is not valid JSON.';
    const { status, body } = await get({ query: QUERY, variables: '{' });
    expect([status, body]).toEqual([400, { errors: [{ message, extensions: { code: 'INVALID_JSON' } }] }]);
  });

  it.each([
    [{}, 'query must be the text of a GraphQL document; got nothing.'],
    [{ query: QUERY, variables: '[1]' }, 'variables must be an object; got a list.'],
    [{ query: QUERY, extensions: '1' }, 'extensions must be an object; got 1.'],
  ])('%j is refused with INVALID_PARAMETER', async (query, message) => {
    const { status, body } = await get(query);
    expect([status, body]).toEqual([
      400,
      { errors: [{ message, extensions: { code: 'INVALID_PARAMETER' } }] },
    ]);
  });
});

describe('a hash in place of the document', () => {
  const extensions = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } };
  const error = {
    message: 'PersistedQueryNotSupported',
    extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' },
  };

  it.each([
    ['application/json', 200],
    ['application/graphql-response+json', 400],
  ])('is refused in the words that clients know, as %s with status %i', async (accept, status) => {
    const answer = await door.post({ variables: {}, extensions }, { accept });
    expect([answer.status, answer.body]).toEqual([status, { errors: [error] }]);
  });

  it('is ignored beside the document', async () => {
    expect((await door.post({ query: QUERY, extensions })).body).toEqual(ANSWER);
  });
});

describe('a caller without a valid key', () => {
  const locked = openLoneDoor({ admit: () => Promise.reject(new Refusal('INVALID_KEY')) });

  it.each(['{ __typename }', '{ nonsense', '{ secret }', `{ ${'a '.repeat(5000)} }`])(
    'is answered 401 and nothing about the document %s',
    async (query) => {
      for (const accept of ['application/json', 'application/graphql-response+json']) {
        const { status, headers, body } = await locked.post({ query }, { accept });
        expect([status, headers.get('www-authenticate'), headers.get('content-type'), body]).toEqual([
          401,
          'Bearer',
          `${accept}; charset=utf-8`,
          {
            errors: [
              {
                message:
                  'API key invalid or revoked. Send "Authorization: Bearer <API_KEY>" with a valid key.',
                extensions: { code: 'INVALID_KEY' },
              },
            ],
          },
        ]);
      }
    },
  );

  it('is answered 401 whatever the URL ends with', async () => {
    const request = new Request(`${URL_OF_DOOR}?/health`, { method: 'POST', body: '{}' });
    expect((await locked.fetch(request)).status).toBe(401);
  });

  it('is answered 401 though the body is no JSON, or too large', async () => {
    expect((await locked.post('{')).status).toBe(401);
    expect((await locked.post(bodyOf(LIMIT_BYTES + 1))).status).toBe(401);
  });
});

describe('the budget "graphql"', () => {
  it('costs one unit a document, one that does not parse too, and answers 429 once it is spent', async () => {
    const poor = openLoneDoor({ requestsPerMinute: 2 });
    const first = await poor.post({ query: QUERY });
    expect(pick(first.headers)).toEqual({
      'cache-control': 'private, no-store',
      'ratelimit-policy': '"graphql";q=2;w=60',
      ratelimit: '"graphql";r=1;t=60',
      'retry-after': null,
    });
    expect((await poor.post({ query: '{' })).headers.get('ratelimit')).toBe('"graphql";r=0;t=60');

    const { status, headers, body } = await poor.post({ query: QUERY });
    expect([status, body]).toEqual([
      429,
      {
        errors: [
          {
            message: 'Rate limit of the plan exceeded. Wait retry_after seconds.',
            extensions: { code: 'RATE_LIMITED', retry_after: 60 },
          },
        ],
      },
    ]);
    expect(pick(headers)).toEqual({
      'cache-control': 'private, no-store',
      'ratelimit-policy': '"graphql";q=2;w=60',
      ratelimit: '"graphql";r=0;t=60',
      'retry-after': '60',
    });
  });

  const NAMES = ['cache-control', 'ratelimit-policy', 'ratelimit', 'retry-after'];
  const pick = (headers: Headers) => Object.fromEntries(NAMES.map((name) => [name, headers.get(name)]));
});
