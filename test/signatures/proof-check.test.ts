import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type SignedRequest, signatureHeader } from '../../src/domain/signature.ts';
import { createProofCheck } from '../../src/signatures/create-proof-check.ts';
import { NOW_S, PARAMETERS, UNSIGNED, signed, signedTwice } from './sign.ts';
import { ED25519_ID, RSA_PSS_ID, heldBy } from './test-keys.ts';

const check = createProofCheck(heldBy('agent.example'));
const stateOf = (request: SignedRequest) => check(request)?.state;
const VALID = { state: 'valid', signer: 'agent.example' };

const AUTHORITY = ['"@authority"', 'example.com'] as const;
const AGENT = ['"signature-agent"', 'a="https://agent.example"'] as const;

describe('a signature is valid', () => {
  it.each<[string, SignedRequest]>([
    ['that covers the agent by its key, as the draft asks', signed()],
    ['that covers the whole header', signed({ covered: [AUTHORITY, AGENT] })],
    [
      'with a single address, as in earlier drafts',
      signed({
        request: { signatureAgent: '"https://agent.example"' },
        covered: [AUTHORITY, ['"signature-agent"', '"https://agent.example"']],
      }),
    ],
    [
      'of the whole address without an agent',
      signed({
        request: { signatureAgent: undefined },
        covered: [['"@target-uri"', 'https://example.com/guide?page=2']],
      }),
    ],
    [
      'that covers all that we are told',
      signed({
        covered: [
          ...[AUTHORITY, AGENT, ['"@method"', 'GET'] as const, ['"@path"', '/guide'] as const],
          ...([
            ['"@query-param";name="page"', '2'],
            ['"user-agent"', UNSIGNED.userAgent ?? ''],
          ] as const),
        ],
      }),
    ],
    ['with a window of a whole day', signed({ created: NOW_S - 86_400, expires: NOW_S })],
    ['by a clock that is a minute fast', signed({ created: NOW_S + 60, expires: NOW_S + 90 })],
    ['by a clock that is a minute slow', signed({ created: NOW_S - 120, expires: NOW_S - 60 })],
    ['beside others that are not', signedTwice(signed({ label: 'a', expires: NOW_S - 61 }), signed())],
    [
      'whose algorithm follows from the key',
      signed({ parameters: PARAMETERS.replace('alg="ed25519";', '') }),
    ],
  ])('%s', (_, request) => {
    expect(check(request)).toEqual(VALID);
  });

  it('of a key that several directories have, for the one that the agent names', () => {
    const several = createProofCheck(heldBy('thief.example', 'agent.example'));
    expect(several(signed())).toEqual(VALID);
    const named = (agent: string) =>
      several(
        signed({
          request: { signatureAgent: `a="${agent}", b="https://agent.example"` },
          covered: [AUTHORITY, ['"signature-agent";key="a"', `"${agent}"`]],
        }),
      );
    expect(named('https://thief.example/path')).toEqual({ state: 'valid', signer: 'thief.example' });
    // what the signature does not cover names nobody
    expect(named('https://other.example')).toEqual({ state: 'invalid', signer: null });
    expect(named('http://agent.example')).toEqual({ state: 'invalid', signer: null });
  });
});

describe('a signature is not valid', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const without = (name: 'signature' | 'signatureInput'): SignedRequest => ({
    ...signed(),
    [name]: undefined,
  });

  it.each<[string, SignedRequest]>([
    ['without its input', without('signatureInput')],
    ['without itself', without('signature')],
    ['that is no dictionary', { ...signed(), signature: 'sig1=:AAAA' }],
    ['under another label', { ...signed(), signature: signed().signature?.replace('sig1', 'sig2') }],
    ['that is no bytes', { ...signed(), signature: 'sig1="AAAA"' }],
    ['with another tag', signed({ parameters: PARAMETERS.replace('web-bot-auth', 'web-bot') })],
    ['without a tag', signed({ parameters: `keyid="${ED25519_ID}"` })],
    ['without a key', signed({ parameters: 'tag="web-bot-auth"' })],
    ['that does not cover where it is sent', signed({ covered: [AGENT] })],
    ['that does not cover the agent', signed({ covered: [AUTHORITY] })],
    ['with a window of more than a day', signed({ created: NOW_S - 86_400, expires: NOW_S + 1 })],
    ['that ends before it begins', signed({ created: NOW_S, expires: NOW_S - 1 })],
    ['that covers something twice', signed({ covered: [AUTHORITY, AUTHORITY, AGENT] })],
    ['that covers what only responses have', signed({ covered: [AUTHORITY, AGENT, ['"@status"', '200']] })],
    [
      'that covers a request of a response',
      signed({ covered: [['"@authority";req', 'example.com'], AGENT] }),
    ],
    [
      'by another algorithm than the key’s',
      signed({ parameters: PARAMETERS.replace('ed25519', 'rsa-pss-sha512') }),
    ],
    ['by another key', signed({ key: privateKey })],
    ['for another site', { ...signed(), host: 'example.org' }],
    ['for another agent', { ...signed(), signatureAgent: 'a="https://other.example"' }],
    ['for an agent that is not there', { ...signed(), signatureAgent: 'b="https://agent.example"' }],
  ])('%s', (_, request) => {
    expect(check(request)).toEqual({ state: 'invalid', signer: null });
  });

  it('before or after its window, but right', () => {
    const requests = [
      signed({ created: NOW_S + 61, expires: NOW_S + 90 }),
      signed({ created: NOW_S - 120, expires: NOW_S - 61 }),
    ];
    expect(requests.map(stateOf)).toEqual(['expired', 'expired']);
    expect(stateOf({ ...signed({ expires: NOW_S - 61, created: NOW_S - 70 }), host: 'a.example' })).toBe(
      'invalid',
    );
  });

  it('by a key that nobody has, before anything else is looked at', () => {
    const parameters = PARAMETERS.replace(ED25519_ID, 'x'.repeat(43));
    expect(stateOf(signed({ parameters }))).toBe('unknown-key');
    expect(stateOf(signed({ parameters, covered: [AUTHORITY, AGENT, ['"date"', 'x']] }))).toBe('unknown-key');
  });

  it('if it covers what we were not told', () => {
    expect(stateOf(signed({ covered: [AUTHORITY, AGENT, ['"content-digest"', 'x']] }))).toBe('unchecked');
    expect(stateOf({ ...signed(), host: undefined })).toBe('unchecked');
    expect(stateOf(signed({ covered: [AUTHORITY, AGENT, ['"referer"', 'x']] }))).toBe('unchecked');
  });

  it('in more than eight, of which the first are looked at', () => {
    const bad = signed({ label: 'bad', parameters: PARAMETERS.replace(ED25519_ID, RSA_PSS_ID) });
    const among = (count: number) =>
      stateOf(
        Array.from({ length: count }, (_, at) => ({
          ...bad,
          signature: bad.signature?.replace('bad', `bad${at}`),
          signatureInput: bad.signatureInput?.replace('bad', `bad${at}`),
        })).reduceRight<SignedRequest>((all, one) => signedTwice(one, all), signed()),
      );
    expect([among(7), among(8)]).toEqual(['valid', 'invalid']);
  });
});

it('a request without one has none', () => {
  expect(check(UNSIGNED)).toBeUndefined();
});

it('a header is absent if it is empty or longer than 4,096 octets', () => {
  expect([undefined, '', 'a'.repeat(4097), 'ü'.repeat(2049)].map(signatureHeader)).toEqual([
    ...[undefined, undefined, undefined, undefined],
  ]);
  expect(signatureHeader('ü'.repeat(2048))).toHaveLength(2048);
});
