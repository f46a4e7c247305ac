import { describe, expect, it } from 'vitest';
import { createCatalogue, INSTALLED_ENTRIES } from '../../src/catalogue/catalogue.ts';
import type { SignedRequest } from '../../src/domain/signature.ts';
import { blockOf } from '../../src/drain/otlp/record.ts';
import { createClassifier } from '../../src/recording/classify-request.ts';
import type { FormatName } from '../../src/recording/log-formats.ts';
import { createLogReader } from '../../src/recording/log-reader.ts';
import { type LogReading, recordOf } from '../../src/recording/log-record.ts';
import { readItems } from '../../src/recording/read-items.ts';
import { createProofCheck } from '../../src/signatures/create-proof-check.ts';
import { NOW_S, signed } from '../signatures/sign.ts';
import { heldBy } from '../signatures/test-keys.ts';

const GPTBOT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';
const CLAUDEBOT = 'Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)';
const CURL = 'curl/8.5.0';
const VALID = { state: 'valid', signer: 'agent.example' };

/** The signer is of the company of GPTBot. */
const OPENAI = {
  host: 'agent.example',
  company: 'OpenAI',
  botName: 'Example Agent',
  purpose: 'agent',
} as const;
const CATALOGUE = createCatalogue({ ...INSTALLED_ENTRIES, signers: [OPENAI] });

const rules = {
  catalogue: () => CATALOGUE,
  proofOf: createProofCheck(heldBy('agent.example')),
  verdictOf: () => 'outside' as const,
};
const classify = createClassifier({ ...rules, siteDomain: 'example.com' });

/** A request as the middleware sends it. */
function itemOf(request: SignedRequest, more: object = {}) {
  return {
    type: 'request',
    created_at: new Date(request.sentAtMs).toISOString(),
    method: request.method,
    target: request.target,
    host: request.host,
    scheme: request.scheme,
    user_agent: request.userAgent,
    address: '192.0.2.7',
    status: 200,
    signature: request.signature,
    signature_input: request.signatureInput,
    signature_agent: request.signatureAgent,
    ...more,
  };
}

function classifyItem(item: object) {
  const [read] = readItems({ values: [item], isOne: true }, NOW_S * 1000);
  if (read === undefined || !('record' in read)) throw new Error('no request');
  return classify(read.record);
}

const by = (userAgent: string | undefined, request: SignedRequest = signed()) =>
  classifyItem(itemOf({ ...request, userAgent }));

describe('a request that is signed', () => {
  it.each(['Mozilla/5.0 (X11; Linux x86_64) Chrome/144.0', CURL, '', undefined])(
    'by a signer of the catalogue is a visit of its bot, behind the user agent %j, which names none',
    (userAgent) => {
      const named = { botName: 'Example Agent', botCompany: 'OpenAI' };
      expect(by(userAgent)).toMatchObject({
        events: [{ type: 'bot', ...named, verdict: 'signed', proof: VALID }],
      });
    },
  );

  it('by the company of the bot that its user agent names is a signed visit of that bot', () => {
    expect(by(GPTBOT)).toMatchObject({ events: [{ botName: 'GPTBot', verdict: 'signed', proof: VALID }] });
  });

  it('by another company is judged by its address, and its signer is told', () => {
    expect(by(CLAUDEBOT)).toMatchObject({
      events: [{ botName: 'ClaudeBot', verdict: 'outside', proof: VALID }],
    });
  });

  it.each([
    ['expired', signed({ created: NOW_S - 200, expires: NOW_S - 100 })],
    ['invalid', { ...signed(), target: '/guide', host: 'www.example.com' }],
    ['unknown-key', signed({ parameters: 'keyid="AAAA";tag="web-bot-auth"' })],
    ['invalid', { ...signed(), signatureInput: undefined }],
  ] as const)('in a way that is %s names nobody and changes nothing', (state, request) => {
    const proof = { state, signer: null };
    expect(by(GPTBOT, request)).toMatchObject({ events: [{ botName: 'GPTBot', verdict: 'outside', proof }] });
    expect(by('Mozilla/5.0 Chrome/144.0', request)).toEqual({ passedOver: 'ordinary-visit' });
    expect(by(CURL, request)).toEqual({ passedOver: 'other-robot', robot: 'curl' });
  });

  it('by a signer that the catalogue does not have is an ordinary visit', () => {
    const others = createClassifier({ ...rules, catalogue: undefined, siteDomain: 'example.com' });
    const [read] = readItems({ values: [itemOf(signed())], isOne: true }, NOW_S * 1000);
    expect(read && 'record' in read && others(read.record)).toEqual({ passedOver: 'ordinary-visit' });
  });

  it.each([
    ['numbers', 7],
    ['objects', { a: 1 }],
    ['nothing', ''],
    ['more than 4,096 octets', 'é'.repeat(2049)],
  ])('with %s for headers counts as unsigned, and is not refused', (_, header) => {
    const headers = { signature: header, signature_input: header, signature_agent: header, scheme: header };
    const { events } = classifyItem({ ...itemOf(signed()), ...headers, user_agent: GPTBOT }) as {
      events: object[];
    };
    expect(events).toEqual([expect.not.objectContaining({ proof: expect.anything() })]);
  });
});

/** Of a record that was written when the request was over, after 5 minutes. */
const LASTED_S = 300;

const { signature, signatureInput, signatureAgent, target, host, method, userAgent, sentAtMs } = signed();
const at = (ms: number) => new Date(ms).toISOString();
const endS = NOW_S + LASTED_S;
const haproxy = [host, userAgent, '', '', signatureAgent, signatureInput, signature]
  .map((text = '') => text.replace(/["{|}#]/g, (one) => `#${one.charCodeAt(0).toString(16).toUpperCase()}`))
  .join('|');

const LINES: readonly (readonly [FormatName, string])[] = [
  [
    'nginx-json',
    JSON.stringify({
      ...{ msec: `${endS}.000`, request_time: `${LASTED_S}.000`, remote_addr: '192.0.2.7', scheme: 'https' },
      ...{ host, request_method: method, request_uri: target, status: '200', http_user_agent: userAgent },
      ...{ signature, signature_input: signatureInput, signature_agent: signatureAgent },
    }),
  ],
  [
    'nginx-json',
    // Apache: the time is that of the beginning
    JSON.stringify({
      ...{ time: at(sentAtMs), duration_us: `${LASTED_S}000000`, remote_addr: '192.0.2.7', host },
      ...{ request: `GET ${target} HTTP/1.1`, status: '200', http_user_agent: userAgent },
      ...{ signature, signature_input: signatureInput, signature_agent: signatureAgent },
    }),
  ],
  [
    'caddy',
    JSON.stringify({
      ...{ ts: endS, duration: LASTED_S, status: 200, logger: 'http.log.access.log0' },
      request: {
        ...{ client_ip: '192.0.2.7', host, method, uri: target },
        headers: {
          'User-Agent': [userAgent],
          Signature: [signature],
          'Signature-Input': [signatureInput],
          'Signature-Agent': [signatureAgent],
        },
      },
    }),
  ],
  [
    'traefik',
    JSON.stringify({
      ...{ StartUTC: at(sentAtMs), Duration: LASTED_S * 1e9, ClientHost: '192.0.2.7', RequestHost: host },
      ...{ RequestMethod: method, RequestPath: target, RequestScheme: 'https', DownstreamStatus: 200 },
      ...{ 'request_User-Agent': userAgent, request_Signature: signature },
      ...{ 'request_Signature-Input': signatureInput, 'request_Signature-Agent': signatureAgent },
    }),
  ],
  [
    'envoy',
    JSON.stringify({
      ...{ start_time: at(sentAtMs), method, path: target, response_code: 200, response_flags: '-' },
      ...{ authority: host, downstream_remote_address: '192.0.2.7:9', user_agent: userAgent },
      ...{ signature, signature_input: signatureInput, signature_agent: signatureAgent },
    }),
  ],
  [
    'fastly',
    JSON.stringify({
      ...{ timestamp: at(sentAtMs), client_ip: '192.0.2.7', scheme: 'https', host, url: target, id: 'a' },
      ...{ request_method: method, request_user_agent: userAgent, response_status: 200 },
      ...{ signature, signature_input: signatureInput, signature_agent: signatureAgent },
    }),
  ],
  [
    'cloudflare',
    JSON.stringify({
      ...{ EdgeStartTimestamp: at(sentAtMs), ClientIP: '192.0.2.7', ClientRequestHost: host },
      ...{ ClientRequestMethod: method, ClientRequestURI: target, ClientRequestScheme: 'https' },
      ...{ ClientRequestUserAgent: userAgent, EdgeResponseStatus: 200 },
      RequestHeaders: {
        ...{ signature, 'signature-input': signatureInput, 'signature-agent': signatureAgent },
      },
    }),
  ],
  [
    'haproxy',
    `192.0.2.7:4000 [20/Nov/2026:10:00:00 +0000] www app/a 0/0/0/1/1 200 512 - - ---- 1/1/0/0/0 0/0 {${haproxy}} "GET ${target} HTTP/1.1" id=1`,
  ],
];

describe('is verified at the time of the request, however old the record is,', () => {
  const isSigned = (readings: readonly LogReading[]) => {
    const [record] = readings.flatMap((reading) => recordOf(reading) ?? []);
    expect(record && classify(record)).toMatchObject({
      events: [{ botName: 'Example Agent', verdict: 'signed' }],
    });
  };

  it.each(LINES)('in a log of %s: %s', (format, line) => {
    isSigned(createLogReader({ format }).read(line));
  });

  it('in the attributes of OpenTelemetry', () => {
    const attributes = {
      ...{
        'http.request.method': method,
        'url.path': '/guide',
        'url.query': 'page=2',
        'url.scheme': 'https',
      },
      ...{
        'server.address': host,
        'user_agent.original': userAgent,
        'http.request.header.signature': [signature],
      },
      'http.request.header.signature-input': [signatureInput],
      'http.request.header.signature-agent': [signatureAgent],
    };
    const block = blockOf({ timeMs: sentAtMs, body: undefined, attributes });
    isSigned(Buffer.isBuffer(block) ? [] : block);
  });
});
