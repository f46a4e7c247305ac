import { describe, expect, it } from 'vitest';
import type { SignedRequest } from '../../src/domain/signature.ts';
import { readComponent, coveredValue } from '../../src/signatures/covered-value.ts';
import { createProofCheck } from '../../src/signatures/create-proof-check.ts';
import type { Holder } from '../../src/signatures/key-holders.ts';
import { readSignatures } from '../../src/signatures/read-signatures.ts';
import { holds, signatureBase } from '../../src/signatures/signature-base.ts';
import { UNSIGNED } from './sign.ts';
import { ED25519_ID, RSA_PSS_ID, ed25519Of, heldBy, rsaPssOf } from './test-keys.ts';
import { parseItem } from 'structured-headers';

type Vector = readonly [name: string, holder: Holder, base: string, signature: string];

const DIGEST =
  'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:';
const DATE = 'Tue, 20 Apr 2021 02:07:55 GMT';
const CREATED = 'created=1618884473';
const host = 'example.com';

/** The signatures of RFC 9421, appendix B.2, that are of algorithms of Web Bot Auth. */
const VECTORS: readonly Vector[] = [
  [
    'B.2.1, minimal',
    rsaPssOf(host),
    `"@signature-params": ();${CREATED};keyid="test-key-rsa-pss";nonce="b3k2pp5k7z-50gnwp.yemd"`,
    'd2pmTvmbncD3xQm8E9ZV2828BjQWGgiwAaw5bAkgibUopemLJcWDy/lkbbHAve4cRAtx31Iq786U7it++wgGxbtRxf8Udx7zFZsckzXaJMkA7ChG52eSkFxykJeNqsrWH5S+oxNFlD4dzVuwe8DhTSja8xxbR/Z2cOGdCbzR72rgFWhzx2VjBqJzsPLMIQKhO4DGezXehhWwE56YCE+O6c0mKZsfxVrogUvA4HELjVKWmAvtl6UnCh8jYzuVG5WSb/QEVPnP5TmcAnLH1g+s++v6d4s8m0gCw1fV5/SITLq9mhho8K3+7EPYTU8IU1bLhdxO5Nyt8C8ssinQ98Xw9Q==',
  ],
  [
    'B.2.2, selective',
    rsaPssOf(host),
    `"@authority": ${host}
"content-digest": ${DIGEST}
"@query-param";name="Pet": dog
"@signature-params": ("@authority" "content-digest" "@query-param";name="Pet");${CREATED};keyid="test-key-rsa-pss";tag="header-example"`,
    'LjbtqUbfmvjj5C5kr1Ugj4PmLYvx9wVjZvD9GsTT4F7GrcQEdJzgI9qHxICagShLRiLMlAJjtq6N4CDfKtjvuJyE5qH7KT8UCMkSowOB4+ECxCmT8rtAmj/0PIXxi0A0nxKyB09RNrCQibbUjsLS/2YyFYXEu4TRJQzRw1rLEuEfY17SARYhpTlaqwZVtR8NV7+4UKkjqpcAoFqWFQh62s7Cl+H2fjBSpqfZUJcsIk4N6wiKYd4je2U/lankenQ99PZfB4jY3I5rSV2DSBVkSFsURIjYErOs0tFTQosMTAoxk//0RoKUqiYY8Bh0aaUEb0rQl3/XaVe4bXTugEjHSw==',
  ],
  [
    'B.2.3, full coverage',
    rsaPssOf(host),
    `"date": ${DATE}
"@method": POST
"@path": /foo
"@query": ?param=Value&Pet=dog
"@authority": ${host}
"content-type": application/json
"content-digest": ${DIGEST}
"content-length": 18
"@signature-params": ("date" "@method" "@path" "@query" "@authority" "content-type" "content-digest" "content-length");${CREATED};keyid="test-key-rsa-pss"`,
    'bbN8oArOxYoyylQQUU6QYwrTuaxLwjAC9fbY2F6SVWvh0yBiMIRGOnMYwZ/5MR6fb0Kh1rIRASVxFkeGt683+qRpRRU5p2voTp768ZrCUb38K0fUxN0O0iC59DzYx8DFll5GmydPxSmme9v6ULbMFkl+V5B1TP/yPViV7KsLNmvKiLJH1pFkh/aYA2HXXZzNBXmIkoQoLd7YfW91kE9o/CCoC1xMy7JA1ipwvKvfrs65ldmlu9bpG6A9BmzhuzF8Eim5f8ui9eH8LZH896+QIF61ka39VBrohr9iyMUJpvRX2Zbhl5ZJzSRxpJyoEZAFL2FUo5fTIztsDZKEgM4cUA==',
  ],
  [
    'B.2.6, Ed25519',
    ed25519Of(host),
    `"date": ${DATE}
"@method": POST
"@path": /foo
"@authority": ${host}
"content-type": application/json
"content-length": 18
"@signature-params": ("date" "@method" "@path" "@authority" "content-type" "content-length");${CREATED};keyid="test-key-ed25519"`,
    'wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==',
  ],
];

it.each(VECTORS)(
  'the signature of RFC 9421, %s, holds, and of nothing else',
  (_, holder, base, signature) => {
    const bytes = Buffer.from(signature, 'base64');
    expect(holds(holder, Buffer.from(base), bytes)).toBe(true);
    expect(holds(holder, Buffer.from(`${base} `), bytes)).toBe(false);
  },
);

/** Components of the examples of RFC 9421, section 2: what is covered of which request, and its value. */
const COMPONENTS: readonly (readonly [identifier: string, request: Partial<SignedRequest>, value: string])[] =
  [
    ['"@method"', { method: 'POST' }, 'POST'],
    [
      '"@target-uri"',
      { host: 'www.example.com', target: '/path?param=value' },
      'https://www.example.com/path?param=value',
    ],
    ['"@authority"', { host: 'WWW.Example.com:443' }, 'www.example.com'],
    ['"@authority"', { host: 'www.example.com:443', scheme: 'http' }, 'www.example.com:443'],
    ['"@scheme"', { scheme: 'HTTP' }, 'http'],
    ['"@request-target"', { target: '/path?param=value' }, '/path?param=value'],
    ['"@request-target"', { target: 'https://www.example.com/path' }, 'https://www.example.com/path'],
    ['"@target-uri"', { target: 'https://www.example.com/path' }, 'https://www.example.com/path'],
    ['"@path"', { target: '/path?param=value' }, '/path'],
    ['"@path"', { target: '?param' }, '/'],
    ['"@query"', { target: '/path?param=value&foo=bar&baz=bat%2Dman' }, '?param=value&foo=bar&baz=bat%2Dman'],
    ['"@query"', { target: '/path?' }, '?'],
    ['"@query"', { target: '/path' }, '?'],
    ['"@query-param";name="baz"', { target: '/path?param=value&baz=batman&qux=' }, 'batman'],
    ['"@query-param";name="qux"', { target: '/path?param=value&baz=batman&qux=' }, ''],
    [
      '"@query-param";name="var"',
      { target: '/p?var=this%20is%20a%20big%0Amultiline%20value' },
      'this%20is%20a%20big%0Amultiline%20value',
    ],
    ['"@query-param";name="bar"', { target: '/p?bar=with+plus+whitespace' }, 'with%20plus%20whitespace'],
    [
      '"@query-param";name="fa%C3%A7ade%22%3A%20"',
      { target: '/p?fa%C3%A7ade%22%3A%20=something' },
      'something',
    ],
    ['"signature-agent"', { signatureAgent: ' a=1, b=2;x=1;y=2 ' }, 'a=1, b=2;x=1;y=2'],
    ['"signature-agent";sf', { signatureAgent: ' a=1,    b=2;x=1;y=2 ' }, 'a=1, b=2;x=1;y=2'],
    ['"signature-agent";key="b"', { signatureAgent: 'a=1, b=2;x=1;y=2' }, '2;x=1;y=2'],
    ['"user-agent"', { userAgent: 'a/1' }, 'a/1'],
    ['"referer"', { referrer: 'https://a.example/' }, 'https://a.example/'],
    ['"host"', { host: 'example.com' }, 'example.com'],
  ];

it.each(COMPONENTS)('the component %s of %j has the value %j', (identifier, request, value) => {
  const component = readComponent(parseItem(identifier));
  expect(component && coveredValue(component, { ...UNSIGNED, ...request })).toEqual({ value });
});

/** The vectors of draft-meunier-web-bot-auth-architecture, appendix A: requests to https://example.com/path/to/resource. */
const DRAFT = [
  {
    keyid: RSA_PSS_ID,
    alg: 'rsa-pss-sha512',
    nonce: 'JojDFWJ90jf+gZhdKeTyJYsu1XvNPZSFAGhvYq5SuV3gneOEUAhq+xl792WGuD1W+Dr6NRmx+m+t06NsYnL4iA==',
    signature:
      'hWPaj85MWQiRkzU4jnIKvdPQiDfMCPIoxOP8nZveNc3aFQ7r/UmXWCwGNImw588iRvTFey5TR3fVEgnXpcttlyK+u5pN831z9Wlr+IMNfub4uEM3SuO+SKFygJZyLG0pf7OAiRcU4C0gyx1BS/+z9ydQTRzDLr88wCkBBRqwGRrSi8HTwxkqg1jugobh93hcnU6gV8MK1n+VnhRprIgl2RQSO6q5cfbB4OS8C4t/8ndW0lYmP2SWzKZJXnpX5Wrj17PuLqnVW6MO8pJnLAMXNvxUdx32KHeq/cHFrzZazZsua3UOoP+k+niHwoQ8bBWj1Vi4mM1mYJK+fk366cCLsQ==',
  },
  {
    keyid: RSA_PSS_ID,
    alg: 'rsa-pss-sha512',
    agent: 'agent2',
    nonce: 'wcfPQPh7SzkvrIVvhD00vNk9PkxJNY2NVbYl2PVBB4zmUoluSwE7W6bPtF60QA3k8g06FU7PPCD+J58YofY1zg==',
    signature:
      'gHzpLNeHaHIO19NaJH9YMW5dcVSi2s0wOMBr6p18vcofS106sfC4KBIS0/szPlBBd1vIcyQ88B6CTEWIhRAiVrb9zfX0mx1aG12CSGWcYkSirHeyTxhbuJvXd27ed6skWoy4PjXItq38936ivUQjfdIwXh1aX6HxkAC3vRnEdSNfntkLWeEuIQ5BLIOBGE39fSwg27Qjq6OVWYas/9/aFUr3HA34MXWYdp+//cvlEKDp3kRoLOw9ro0AOr6srHrTeEtxon2afcws1aZVSlPdd2fZSEIGmw9HAHLDCEkFTERu1gH2k/zIEqgy7CAYXI9E5slog0cLg/Vc6+f8gih33g==',
  },
  {
    keyid: ED25519_ID,
    alg: 'ed25519',
    nonce: 'zIW8+cdmA3vdYagbxojpONwa/l0EKJ/O3/wD486VvsQjO/RxPaSt6ZxvQaMcQzNnqKN/mQ6hpGiFro2L2qkz5A==',
    signature: 'QKN4fTdIYfh82fvoZCQiQA1weuozfCS/Led2zTMbewMMqH8PI2Wsy/5c4ao6B6D09nraNQdBNOADg8aM1MqfCg==',
  },
  {
    keyid: ED25519_ID,
    alg: 'ed25519',
    agent: 'agent2',
    nonce: 'n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==',
    signature: 'RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==',
  },
];

describe.each(DRAFT)(
  'the vector of the draft by $alg with the agent $agent',
  ({ keyid, alg, agent, nonce, signature }) => {
    const components = agent === undefined ? '"@authority"' : `"@authority" "signature-agent";key="${agent}"`;
    const request: SignedRequest = {
      ...UNSIGNED,
      target: '/path/to/resource',
      sentAtMs: 1_735_689_600_000,
      signatureAgent: agent && `${agent}="https://signature-agent.test"`,
      signature: `sig=:${signature}:`,
      signatureInput: `sig=(${components});created=1735689600;keyid="${keyid}";alg="${alg}";expires=4889289600;nonce="${nonce}";tag="web-bot-auth"`,
    };
    const held = heldBy('signature-agent.test');

    it('holds', () => {
      const [read] = readSignatures(request);
      const base = read && signatureBase(read, request);
      const [holder] = held(keyid);
      if (!read || !holder || typeof base !== 'object') throw new Error('the vector cannot be read');
      expect(holds(holder, base.signed, read.bytes)).toBe(true);
    });

    it('is not valid: its window is a hundred years long', () => {
      expect(createProofCheck(held)(request)).toEqual({ state: 'invalid', signer: null });
    });
  },
);
