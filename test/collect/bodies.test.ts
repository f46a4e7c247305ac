import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { NOW, startGateway } from '../support/gateway.ts';
import { PURCHASE, REFERRAL, VISIT, makeBackend, outcome, purchases, storedEvents } from './support.ts';

const gateway = startGateway();
const NOW_MS = Date.parse(NOW);
const NDJSON = { 'content-type': 'application/x-ndjson' };
const MIB = 1_048_576;

const COMMON = { createdAtMs: NOW_MS, country: 'XX' };
const NOT_TOLD = { status: null, bytes: null, verdict: 'unknown' };
const VISITED = {
  type: 'bot',
  ...COMMON,
  pagePath: '/',
  botName: 'GPTBot',
  botCompany: 'OpenAI',
  ...NOT_TOLD,
};
const REFERRED = { type: 'referral', ...COMMON, pagePath: '/a', source: 'chatgpt', status: null };
const PURCHASED = {
  type: 'conversion',
  ...COMMON,
  pagePath: '/buy',
  eventName: 'purchase',
  eventValue: 9.5,
};

const TOO_LARGE = {
  status: 413,
  body: {
    error: 'A request to the collector holds at most 1,000 events and 1,048,576 bytes (1 MiB). Send several.',
    code: 'BATCH_TOO_LARGE',
  },
};

const EMPTY = 'The request body is empty. Send an event, an array of events, or one event per line.';

function invalidJson(error: string) {
  return { status: 400, body: { error, code: 'INVALID_JSON' } };
}

describe('a body', () => {
  const lines = [VISIT, REFERRAL, PURCHASE].map((item) => JSON.stringify(item));

  it.each<[string, string | Uint8Array, Record<string, string>]>([
    ['an array', `\uFEFF [${lines.join(',')}]\n`, {}],
    ['an array over several lines', JSON.stringify([VISIT, REFERRAL, PURCHASE], undefined, 2), {}],
    ['a line each, by its type', lines.join('\n'), { 'content-type': 'Application/X-NDJSON; charset=utf-8' }],
    [
      'a line each, by its content',
      `\r\n${lines.join('\r\n\r\n  \r\n')}\r\n`,
      { 'content-type': 'text/plain' },
    ],
    ['a line each, called JSON', `${lines.join('\n')}\n`, { 'content-type': 'application/json' }],
    ['packed by gzip', gzipSync(lines.join('\n')), { 'content-encoding': 'GZip' }],
  ])('is recorded as %s', async (_, body, headers) => {
    const { send, site } = await makeBackend(gateway);

    const answer = await send(body, { headers });

    expect([answer.status, answer.text]).toEqual([200, '{"recorded":3,"passed_over":0}']);
    expect(await storedEvents(gateway.db, site)).toEqual([VISITED, REFERRED, PURCHASED]);
  });

  it.each<[string, string, Record<string, string>]>([
    ['one object', JSON.stringify(VISIT), {}],
    ['one object over several lines', JSON.stringify(VISIT, undefined, 2), {}],
    ['one line', JSON.stringify(VISIT), NDJSON],
  ])('is recorded as %s', async (_, body, headers) => {
    const { send, site } = await makeBackend(gateway);

    expect(outcome(await send(body, { headers }))).toEqual({
      status: 200,
      body: { recorded: 1, passed_over: 0 },
    });
    expect(await storedEvents(gateway.db, site)).toEqual([VISITED]);
  });

  it('of an empty array records nothing', async () => {
    const { send } = await makeBackend(gateway);

    const nothing = { status: 200, body: { recorded: 0, passed_over: 0 } };
    expect(outcome(await send('[]'))).toEqual(nothing);
    expect(outcome(await send('[]', { idempotencyKey: 'empty' }))).toEqual(nothing);
  });

  it.each<[string, string | Uint8Array, Record<string, string>, string]>([
    ['empty', '', {}, EMPTY],
    ['blank', ' \n\r\n\t', {}, EMPTY],
    ['blank, as lines', '\n\n', NDJSON, EMPTY],
    ['the gzip of nothing', gzipSync(''), { 'content-encoding': 'gzip' }, EMPTY],
    ['broken', '{"type":', {}, 'The request body is not valid JSON.'],
    ['broken over several lines', '{\n"type": "bot",\n}', {}, 'The request body is not valid JSON.'],
    ['no JSON at all', 'type=bot', {}, 'The request body is not valid JSON.'],
    [
      'broken in line 4',
      `${JSON.stringify(VISIT)}\n\n${JSON.stringify(VISIT)}\n{"type"\n`,
      {},
      'Line 4 of the request body is not valid JSON.',
    ],
    ['broken in line 1', '{', NDJSON, 'Line 1 of the request body is not valid JSON.'],
    [
      'neither object nor array',
      '"bot"',
      {},
      'The request body must be a JSON object, an array of them, or one a line; got "bot".',
    ],
    ['no UTF-8', Uint8Array.of(0x5b, 0xff, 0x5d), {}, 'The request body is not valid UTF-8.'],
    [
      'no gzip',
      '[]',
      { 'content-encoding': 'gzip' },
      'The request body is not valid gzip, or it is cut short.',
    ],
    [
      'half of its gzip',
      gzipSync('[]').subarray(0, -4),
      { 'content-encoding': 'gzip' },
      'The request body is not valid gzip, or it is cut short.',
    ],
  ])('is INVALID_JSON when it is %s', async (_, body, headers, error) => {
    const { send } = await makeBackend(gateway);

    expect(outcome(await send(body, { headers }))).toEqual(invalidJson(error));
  });

  it('in any other encoding is refused', async () => {
    const { send } = await makeBackend(gateway);

    expect(outcome(await send('[]', { headers: { 'content-encoding': 'br' } }))).toEqual({
      status: 400,
      body: { error: 'Content-Encoding must be "gzip" or left out; got "br".', code: 'INVALID_PARAMETER' },
    });
  });
});

describe('the bounds of a body', () => {
  it.each([
    ['in an array', (items: readonly unknown[]) => JSON.stringify(items)],
    ['a line each', (items: readonly unknown[]) => items.map((item) => JSON.stringify(item)).join('\n')],
  ])('are 1,000 events %s', async (_, write) => {
    const { send, site } = await makeBackend(gateway);

    expect(outcome(await send(write(purchases(1_001))))).toEqual(TOO_LARGE);
    expect(await storedEvents(gateway.db, site)).toEqual([]);
    expect(outcome(await send(write(purchases(1_000))))).toEqual({
      status: 200,
      body: { recorded: 1_000, passed_over: 0 },
    });
  });

  it('are 1,048,576 bytes, as sent', async () => {
    const { send } = await makeBackend(gateway);
    const body = JSON.stringify(VISIT);

    expect(outcome(await send(body.padEnd(MIB + 1)))).toEqual(TOO_LARGE);
    expect(outcome(await send(body.padEnd(MIB)))).toEqual({
      status: 200,
      body: { recorded: 1, passed_over: 0 },
    });
  });

  it('are 1,048,576 bytes, unpacked', async () => {
    const { send } = await makeBackend(gateway);
    const packed = (bytes: number) => gzipSync(JSON.stringify(VISIT).padEnd(bytes));
    const headers = { 'content-encoding': 'gzip' };

    expect(outcome(await send(packed(MIB + 1), { headers }))).toEqual(TOO_LARGE);
    expect(outcome(await send(packed(MIB), { headers }))).toMatchObject({ status: 200 });
  });
});
