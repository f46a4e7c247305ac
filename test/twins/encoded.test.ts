import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { besidesCost } from '../support/besides-cost.ts';
import { startGateway } from '../support/gateway.ts';
import { botVisit, makeOwner, makeSite, record } from '../support/makers.ts';

const gateway = startGateway();
const { accountId, key } = await makeOwner(gateway.db);
const site = await makeSite(gateway.db, accountId);
await record(gateway.db, site, [botVisit('2026-03-10T00:00:00Z')]);

const DAYS = 'start=2026-01-01&end=2026-03-14';
const SERIES = `/api/v1/sites/${site.id}/timeseries?${DAYS}`;
const DOCUMENT = `{ site(id: "${site.id}") { timeseries(start: "2026-01-01", end: "2026-03-14") { data { date botVisits } } } }`;
const ANSWERS = [
  ['REST', SERIES],
  ['GraphQL', `/graphql?query=${encodeURIComponent(DOCUMENT)}`],
] as const;

const DECODERS: Readonly<Record<string, (bytes: ArrayBuffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

it.each(
  ANSWERS.flatMap(([door, path]) => Object.keys(DECODERS).map((coding) => [door, coding, path] as const)),
)('an answer of %s as %s is the same, and shorter', async (_, coding, path) => {
  const plain = await open(path);

  const response = await open(path, { 'accept-encoding': coding });

  const { 'content-encoding': named, vary } = Object.fromEntries(response.headers);
  expect([named, vary]).toEqual([coding, 'Accept-Encoding']);
  const bytes = await response.arrayBuffer();
  const text = await plain.text();
  expect(dataOf(DECODERS[coding]?.(bytes))).toEqual(dataOf(text));
  expect(bytes.byteLength).toBeLessThan(text.length / 4);
});

it('a short answer and an error are sent plain', async () => {
  const short = await open('/api/v1/sites', { 'accept-encoding': 'br' });
  const error = await open('/api/v1/nowhere', { 'accept-encoding': 'br' });

  for (const response of [short, error]) {
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(typeof (await response.json())).toBe('object');
  }
});

/** All but what is left of the budgets. */
function dataOf(text: Buffer | string | undefined): unknown {
  return besidesCost(JSON.parse(String(text)));
}

function open(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const request = new Request(`http://site-traffic.test${path}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
  });
  return gateway.fetch(request);
}
