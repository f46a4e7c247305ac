import { describe, expect, it } from 'vitest';
import { deleteAccount } from '../../src/operations/owner/accounts.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { deleteSite } from '../../src/operations/owner/site-changes.ts';
import { markKeyRevoked } from '../../src/queries/api-keys.ts';
import { markSiteDeletion } from '../../src/queries/site-deletions.ts';
import { makeSignedIn, send } from '../owner-door/support.ts';
import { HOUR_MS } from '../../src/domain/time.ts';
import { type TestGateway, startGateway } from '../support/gateway.ts';
import { botVisit, makeKey, makeSite, record } from '../support/makers.ts';

const PAGE = 1_000;

type Scene = {
  readonly gateway: TestGateway;
  readonly email: string;
  readonly siteId: string;
  readonly keyId: number;
};

function operatorOf({ db, clock }: TestGateway) {
  return byOperator(db, clock.now());
}

type Ending = readonly [what: string, end: (scene: Scene) => Promise<unknown>];

const OF_ALL: readonly Ending[] = [
  ['the site is deleted', ({ gateway, siteId }) => deleteSite(operatorOf(gateway), siteId)],
  ['the deletion of the site has only begun', ({ gateway, siteId }) => markSiteDeletion(gateway.db, siteId)],
  ['the account is deleted', ({ gateway, email }) => deleteAccount(operatorOf(gateway), email)],
];

const OF_KEYS: readonly Ending[] = [
  ['the key is revoked', ({ gateway, keyId }) => markKeyRevoked(gateway.db, keyId, gateway.clock.now())],
];

const OF_SESSIONS: readonly Ending[] = [
  [
    'another session ends all others',
    ({ gateway, email }) =>
      send(gateway, { query: 'mutation { endOtherSessions }' }, { path: '/graphql', users: [email] }),
  ],
  [
    'the session has lasted as long as it may',
    ({ gateway }) => {
      gateway.clock.advance(721 * HOUR_MS);
      return Promise.resolve();
    },
  ],
];

const LINES = Array.from({ length: 3 * PAGE }, (_, n) =>
  botVisit(new Date(Date.parse('2026-03-10T00:00:00Z') + n * 1_000).toISOString()),
);

async function begin(by: 'key' | 'session') {
  const gateway = startGateway();
  const { accountId, email, cookie } = await makeSignedIn(gateway);
  const { key, keyId } = await makeKey(gateway.db, accountId);
  const site = await makeSite(gateway.db, accountId);
  await record(gateway.db, site, LINES);
  const scene = { gateway, email, siteId: site.id, keyId };
  const headers: Record<string, string> = by === 'key' ? { authorization: `Bearer ${key}` } : { cookie };
  const open = (path: string) => gateway.fetch(new Request(`http://site-traffic.test${path}`, { headers }));
  return { scene, open };
}

/** Reads a body to its end, or to where it breaks off; acts after the first chunk. */
async function readWith(response: Response, act: () => Promise<unknown>) {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = decoder.decode((await reader.read()).value);
  await act();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text, whole: true };
      text += decoder.decode(value);
    }
  } catch {
    return { text, whole: false };
  }
}

function warningsOf({ gateway }: Scene) {
  return gateway
    .logged()
    .filter(({ level }) => Number(level) > 30)
    .map(({ msg }) => msg);
}

describe.each([
  ...[...OF_ALL, ...OF_KEYS].map(([what, end]) => ['key', what, end] as const),
  ...[...OF_ALL, ...OF_SESSIONS].map(([what, end]) => ['session', what, end] as const),
])('an export by a %s, when %s,', (by, _, end) => {
  it('breaks off within a page, and can be seen to', async () => {
    const { scene, open } = await begin(by);
    const response = await open(`/export/sites/${scene.siteId}/events.ndjson?start=2026-03-01`);

    const { text, whole } = await readWith(response, () => end(scene));

    expect([response.status, whole]).toEqual([200, false]);
    expect(text.split('\n').length - 1).toBeLessThanOrEqual(PAGE);
    expect(warningsOf(scene)).toEqual(['export cut short: its caller may no longer read the site']);
  });
});

it('an export is whole while nothing ends', async () => {
  const { scene, open } = await begin('key');
  const response = await open(`/export/sites/${scene.siteId}/events.ndjson?start=2026-03-01`);

  const { text, whole } = await readWith(response, () => Promise.resolve());

  expect([whole, text.split('\n').length - 1]).toEqual([true, LINES.length]);
});

it('an export of a site whose deletion has begun is refused', async () => {
  const { scene, open } = await begin('key');
  await markSiteDeletion(scene.gateway.db, scene.siteId);

  const response = await open(`/export/sites/${scene.siteId}/events.csv?start=2026-03-01`);

  expect([response.status, await response.json()]).toEqual([
    403,
    { error: 'The site was deleted.', code: 'SITE_NOT_FOUND' },
  ]);
});

describe.each([...OF_ALL, ...OF_KEYS])('a timeseries of many pages, when %s,', (_, end) => {
  it('breaks off', async () => {
    const { scene, open } = await begin('key');
    const path = `/api/v1/sites/${scene.siteId}/timeseries?granularity=hour&start=1990-01-01&end=2026-03-15`;
    const response = await open(path);

    expect((await readWith(response, () => end(scene))).whole).toBe(false);
  });
});
