import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Chance } from './chance.ts';
import { type Sent, awkwardDocuments, madeUpDocuments, writtenDocuments } from './documents.ts';
import { createHeaders } from './headers.ts';
import type { Wire } from './wire.ts';
import type { World } from './world.ts';

const MADE_UP = 100;

const CONTENT_TYPES = [
  ...[
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/graphql-response+json',
    'text/plain',
  ],
  ...['application/x-www-form-urlencoded', 'application/graphql', 'multipart/form-data; boundary=x', ''],
];
const HOSTILE = [
  ...[null, 0, -1, 1.5, 2 ** 53, '', 'x', '\0', '\ud800', '__proto__', true, [], {}, [null], { a: 1 }],
  ...['9999-12-31', '2026-02-30', '0000-00-00', 'a fault', '1e3', '%', "'; drop table events; --"],
];

/** Writes requests for /graphql, as good and bad callers send them. */
export function createGraphqlWriter(world: World): (chance: Chance) => Wire {
  const { sites } = world;
  const written = writtenDocuments(sites);
  const madeUp = madeUpDocuments(sites, MADE_UP);
  const awkward = awkwardDocuments(sites);
  const siteIds = [...Object.values(sites), 'site_unknown', 'nonsense', ''];
  const headersOf = createHeaders(world);

  return (chance) => {
    const some = chance.oneIn(8) ? awkward : chance.oneIn(3) ? madeUp : written;
    const sent = varied(chance, chance.pick(some));
    const headers = headersOf(chance);
    if (!chance.oneIn(5)) return posted(chance, sent, headers);
    const method = chance.pick(['GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
    return { method, target: `/graphql${queryOf(chance, sent)}`, headers, body: undefined };
  };

  function varied(chance: Chance, sent: Sent): Sent {
    const names = Object.keys(sent.variables);
    const kind = chance.below(24);
    if (kind === 0) return { ...sent, operationName: chance.pick(['', 'Other', 'Two']) };
    if (kind === 1) return { ...sent, query: `${sent.query} # ${chance.below(9)}` };
    if (kind > 5 || names.length === 0) return sent;
    const value = chance.oneIn(3) ? chance.pick(siteIds) : chance.pick(HOSTILE);
    return { ...sent, variables: { ...sent.variables, [chance.pick(names)]: value } };
  }
}

function posted(chance: Chance, sent: Sent, headers: Wire['headers']): Wire {
  const { body, encoding } = packed(chance, bodyOf(chance, sent));
  const type = chance.oneIn(15) ? chance.pick(CONTENT_TYPES) : 'application/json';
  const targets = ['/graphql?', '/graphql?a=b', '/graphql?/health', '/graphql/'];
  return {
    method: 'POST',
    target: chance.oneIn(20) ? chance.pick(targets) : '/graphql',
    headers: {
      ...headers,
      ...encoding,
      ...(type !== '' && { 'content-type': type }),
      'content-length': String(body.length + (chance.oneIn(60) ? 1 : 0)),
    },
    body,
  };
}

/** A body that is packed sometimes, and says so, or lies. */
function packed(chance: Chance, body: Buffer<ArrayBuffer>) {
  if (!chance.oneIn(20)) return { body, encoding: {} };
  const encoding = { 'content-encoding': chance.pick(['gzip', 'gzip', 'GZIP', 'br']) };
  return { body: chance.oneIn(5) ? body : gzipSync(body), encoding };
}

/** The query of a GET. */
function queryOf(chance: Chance, { query, variables, operationName }: Sent): string {
  const parameters = new URLSearchParams({ query, variables: JSON.stringify(variables) });
  if (operationName !== undefined) parameters.set('operationName', operationName);
  if (chance.oneIn(12))
    parameters.append(chance.pick(['query', 'variables', 'extensions']), chance.pick(['', '{}', '{', '[]']));
  return chance.oneIn(30) ? '' : `?${parameters.toString()}`;
}

function bodyOf(chance: Chance, sent: Sent): Buffer<ArrayBuffer> {
  const text = JSON.stringify(sent);
  const hash = createHash('sha256').update(sent.query).digest('hex');
  const unnamed = { ...sent, query: undefined };
  switch (chance.below(40)) {
    case 0:
      return Buffer.from(text.slice(0, chance.below(text.length)));
    case 1:
      return Buffer.from(
        chance.pick(['', 'null', '[]', '5', '"x"', `[${text}]`, `\ufeff${text}`, `${text} x`]),
      );
    case 2:
      return Buffer.from(`{"query":"{ __typename }",${text.slice(1)}`);
    case 3:
      return Buffer.from(
        JSON.stringify({
          ...sent,
          [chance.pick(['query', 'variables', 'operationName', 'extensions', 'id'])]: chance.pick(HOSTILE),
        }),
      );
    case 4:
      return Buffer.from(JSON.stringify({ ...sent, extensions: { code: 'x', http: { status: 500 } } }));
    case 5:
      return Buffer.concat([Buffer.from(text), Buffer.from([0xff])]);
    case 6:
      return Buffer.from(
        `{"filler":"${'x'.repeat(chance.pick([10, 1_000, chance.oneIn(20) ? 270_000 : 5_000]))}",${text.slice(1)}`,
      );
    case 7:
    case 8:
      return Buffer.from(
        JSON.stringify({ ...unnamed, documentId: chance.pick([hash, `sha256:${hash}`, 'unknown', 7]) }),
      );
    case 9:
      return Buffer.from(
        JSON.stringify({ ...unnamed, extensions: { persistedQuery: { version: 1, sha256Hash: hash } } }),
      );
    default:
      return Buffer.from(text);
  }
}
