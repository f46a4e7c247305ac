import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Directory, readDirectory } from '../../src/signatures/directory.ts';
import { retrieveDirectory } from '../../src/signatures/retrieve-directory.ts';
import { atEnd } from '../support/at-end.ts';
import { ED25519_ID, ED25519_PRIVATE } from './test-keys.ts';

const HOST = 'agent.example';
const PATH = '/.well-known/http-message-signatures-directory';
const MEDIA_TYPE = 'application/http-message-signatures-directory+json';
const NOW_MS = Date.parse('2026-11-20T10:00:00Z');
const NOW_S = NOW_MS / 1000;

const NEVER: Directory = { host: HOST, retrievedAtMs: null, etag: null, keys: [] };

const [{ kty, crv, x }, other] = [
  ED25519_PRIVATE.export({ format: 'jwk' }),
  generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }),
];
const JWK = { kty, crv, x, use: 'sig', kid: 'ours' };
const DIRECTORY = JSON.stringify({ keys: [JWK] });

type Signing = {
  readonly host?: string;
  readonly created?: number;
  readonly expires?: number;
  readonly tag?: string;
};

/** The headers by which a directory is signed with the key of the tests. */
function signature({
  host = HOST,
  created = NOW_S - 10,
  expires = NOW_S + 300,
  tag = 'http-message-signatures-directory',
}: Signing = {}): Readonly<Record<string, string>> {
  const input = `("@authority";req);created=${created};keyid="${ED25519_ID}";expires=${expires};tag="${tag}"`;
  const base = `"@authority";req: ${host}\n"@signature-params": ${input}`;
  const bytes = sign(null, Buffer.from(base), ED25519_PRIVATE).toString('base64');
  return { 'signature-input': `sig1=${input}`, signature: `sig1=:${bytes}:` };
}

const SIGNED = { 'content-type': MEDIA_TYPE, ...signature() };

/** Retrieves the directory of https://agent.example from a server, which it reaches without TLS. */
async function retrieveFrom(answer: RequestListener, previous = NEVER): Promise<Directory> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.closeAllConnections();
    server.close();
    return Promise.resolve();
  });
  const { port } = server.address() as AddressInfo;
  const locally: typeof fetch = (url, init) =>
    fetch((url as string).replace(`https://${HOST}`, `http://127.0.0.1:${port}`), init);
  return retrieveDirectory(previous, { fetch: locally, nowMs: NOW_MS });
}

const answering =
  (text: string, headers: Readonly<Record<string, string>> = SIGNED): RequestListener =>
  (_, response) =>
    response.writeHead(200, headers).end(text);

it('a directory is retrieved from its path, with the keys that have signed it', async () => {
  const both = JSON.stringify({ keys: [other, JWK, JWK, { kty: 'EC', crv: 'P-256', x: 'a', y: 'b' }] });
  const { keys, ...directory } = await retrieveFrom(({ url, headers }, response) => {
    const right = url === PATH && headers.accept === MEDIA_TYPE;
    response.writeHead(right ? 200 : 404, { ...SIGNED, etag: '"1"' }).end(both);
  });
  expect(directory).toEqual({ host: HOST, retrievedAtMs: NOW_MS, etag: '"1"' });
  expect(keys.map(({ thumbprint, algorithm, jwk }) => ({ thumbprint, algorithm, jwk }))).toEqual([
    { thumbprint: ED25519_ID, algorithm: 'ed25519', jwk: { kty, crv, x } },
  ]);
});

it('a version that is still the newest stays, and says when it was asked for', async () => {
  const previous = { ...NEVER, etag: '"1"', retrievedAtMs: 0, keys: readDirectory(DIRECTORY) };
  const unchanged: RequestListener = ({ headers }, response) =>
    response.writeHead(headers['if-none-match'] === '"1"' ? 304 : 200, SIGNED).end();
  expect(await retrieveFrom(unchanged, previous)).toEqual({ ...previous, retrievedAtMs: NOW_MS });
  await expect(retrieveFrom((_, response) => response.writeHead(304).end())).rejects.toThrow('status 304');
});

describe('a directory is refused', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' });
  const many = Array.from({ length: 10_000 }, () => JWK);

  it.each<[string, RequestListener, string]>([
    ['that is not there', (_, response) => response.writeHead(404).end(), 'the response has the status 404'],
    [
      'that redirects',
      (_, response) => response.writeHead(302, { location: 'https://other.example/' }).end(),
      'it redirects to https://other.example/, which is not followed',
    ],
    [
      'of another type',
      answering(DIRECTORY, { ...SIGNED, 'content-type': 'application/json' }),
      `the response has the content type application/json, not ${MEDIA_TYPE}`,
    ],
    ['that is too large', answering(' '.repeat(256_001)), 'the response has more than 256000 bytes'],
    [
      'with too many keys',
      answering(JSON.stringify({ keys: many.slice(0, 101) })),
      'it has more than 100 keys',
    ],
    [
      'with ten thousand',
      answering(JSON.stringify({ keys: many })),
      'the response has more than 256000 bytes',
    ],
    ['that is no JSON', answering('<html>'), 'it is not JSON with a list of keys'],
    ['without keys', answering('{"keys":[]}'), 'it has no key for Ed25519 or RSA-PSS'],
    [
      'whose only key is short',
      answering(JSON.stringify({ keys: [rsa] })),
      'it has no key for Ed25519 or RSA-PSS',
    ],
    [
      'that is not signed',
      answering(DIRECTORY, { 'content-type': MEDIA_TYPE }),
      'none of its keys has signed it',
    ],
    [
      'whose keys are those of somebody else',
      answering(DIRECTORY, { ...SIGNED, ...signature({ host: 'victim.example' }) }),
      'none of its keys has signed it',
    ],
    [
      'whose signature is over',
      answering(DIRECTORY, { ...SIGNED, ...signature({ created: NOW_S - 600, expires: NOW_S - 61 }) }),
      'none of its keys has signed it',
    ],
    [
      'whose signature is of a request',
      answering(DIRECTORY, { ...SIGNED, ...signature({ tag: 'web-bot-auth' }) }),
      'none of its keys has signed it',
    ],
  ])('%s', async (_, answer, message) => {
    await expect(retrieveFrom(answer)).rejects.toThrow(message);
  });
});
