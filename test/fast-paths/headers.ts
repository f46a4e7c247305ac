import type { Chance } from './chance.ts';
import type { Wire } from './wire.ts';
import type { World } from './world.ts';

const ACCEPTS = [
  ...[
    'application/graphql-response+json',
    'application/json',
    '*/*',
    'text/html',
    'text/event-stream',
    'image/png',
  ],
  ...[
    'application/graphql-response+json; charset=utf-8, application/json;q=0.9',
    'multipart/mixed, application/json',
  ],
  ...['application/json;q=0, application/graphql-response+json', ',,', 'APPLICATION/GRAPHQL-RESPONSE+JSON'],
];
const CODINGS = ['gzip', 'br', 'gzip, deflate, br', 'gzip;q=0', 'identity', 'BR'];
const OWN_ORIGIN = 'http://site-traffic.test';
const ORIGINS = [OWN_ORIGIN, 'https://pages.example', 'https://other.example', 'null'];

/** The headers of somebody who reads: with a key mostly, right or wrong, or as browsers send a session or a share link. */
export function createHeaders({ keys, session, link }: World): (chance: Chance) => Wire['headers'] {
  return (chance) => ({ ...callerHeaders(chance), ...commonHeaders(chance) });

  function callerHeaders(chance: Chance): Wire['headers'] {
    const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
    const shared = { 'x-share-link': String(link.id), cookie: `share-${link.id}=${link.token}` };
    const owner = { cookie: `a=b; session=${session}` };
    switch (chance.below(20)) {
      case 0:
        return chance.pick<Wire['headers']>([
          {},
          { authorization: 'Basic x' },
          bearer('st_unknown'),
          bearer(keys.revoked),
        ]);
      case 1:
        return bearer(chance.pick([keys.collector, keys.poor, keys.poor]));
      case 2:
      case 3:
        return { ...shared, origin: OWN_ORIGIN };
      case 4:
        return chance.pick<Wire['headers']>([
          shared,
          { ...shared, origin: OWN_ORIGIN, 'x-share-link': '7' },
          { ...shared, ...bearer(keys.pro) },
        ]);
      case 5:
      case 6:
        return { ...owner, origin: OWN_ORIGIN };
      case 7:
        return chance.pick<Wire['headers']>([
          owner,
          { ...owner, ...shared, origin: OWN_ORIGIN },
          { cookie: 'session=wrong', origin: OWN_ORIGIN },
        ]);
      default:
        return bearer(keys.pro);
    }
  }
}

function commonHeaders(chance: Chance): Wire['headers'] {
  return {
    host: 'site-traffic.test',
    ...(chance.oneIn(3) && { accept: chance.pick(ACCEPTS) }),
    ...(chance.oneIn(3) && { 'accept-encoding': chance.pick(CODINGS) }),
    ...(chance.oneIn(6) && { origin: chance.pick(ORIGINS) }),
    ...(chance.oneIn(30) && { 'access-control-request-method': 'POST' }),
  };
}
