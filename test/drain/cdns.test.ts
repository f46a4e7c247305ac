import { describe, expect, it } from 'vitest';
import type { Sender } from '../../src/domain/sender.ts';
import { createSourceNotes } from '../../src/operations/recording/source-notes.ts';
import { listSiteSources } from '../../src/queries/site-sources.ts';
import { storedEvents } from '../collect/support.ts';
import { DELIVERIES, type Delivery, HOST, USER_AGENT, type Visit } from '../load/senders/bodies.ts';
import { testDatabase } from '../support/gateway.ts';
import { type TestDrain, makeDrain, startDrains } from './support.ts';

const db = testDatabase();
const sources = createSourceNotes(db, () => undefined);
const gateway = startDrains({ db, sources });

const AT = '2026-03-15T10:00:00.123Z';
const visit = (number: number): Visit => ({ number, timeMs: Date.parse(AT) });

/** A batch of Firehose with lines in its records, as any of its sources makes them. */
function firehose(requestId: string, lines: readonly string[]): Delivery {
  const records = lines.map((line) => ({ data: Buffer.from(`${line}\n`).toString('base64') }));
  return {
    headers: { 'content-type': 'application/json', 'x-amz-firehose-request-id': requestId },
    body: Buffer.from(JSON.stringify({ requestId, timestamp: Date.parse(AT), records })),
  };
}

/** A line of an Application Load Balancer, up to the fields that came with its connections' ids. */
function albLine({ number }: Visit): string {
  const target =
    'arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/my-targets/73e2d6bc24d8a067';
  return [
    `https ${AT} app/my-balancer/50dc6c495c0c9188 20.171.207.5:2817 10.0.0.1:80 0.086 0.048 0.037 200 200 0 57`,
    `"GET https://${HOST}:443/visit/${number} HTTP/1.1" "${USER_AGENT}" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2`,
    `${target} "Root=1-58337281-${String(number).padStart(24, '0')}" "${HOST}" "arn:aws:acm:us-east-2:1:certificate/1"`,
    `1 ${AT} "forward" "-" "-" "10.0.0.1:80" "200" "-" "-"`,
  ].join(' ');
}

/** A push of an entry in the log of Google's load balancer. */
function pushOf({ number }: Visit, messageId: number): Delivery {
  const entry = {
    ...{ insertId: `entry-${number}`, timestamp: AT, resource: { type: 'http_load_balancer', labels: {} } },
    httpRequest: {
      ...{ requestMethod: 'GET', requestUrl: `https://${HOST}/visit/${number}`, status: 200 },
      ...{ responseSize: '1200', userAgent: USER_AGENT, remoteIp: '20.171.207.5' },
    },
  };
  const data = Buffer.from(JSON.stringify(entry)).toString('base64');
  const message = { data, messageId: String(messageId), attributes: {}, publishTime: AT };
  const body = JSON.stringify({ message, subscription: 'projects/p/subscriptions/s' });
  return { headers: { 'content-type': 'application/json' }, body: Buffer.from(body) };
}

type Overlapping = {
  readonly name: string;
  readonly sender: Sender;
  /** Deliveries that bring these visits; the number tells a batch from others. */
  readonly deliver: (visits: readonly Visit[], batch: number) => readonly Delivery[];
};

const cdn = (sender: Sender, name: string = sender): Overlapping => ({
  ...{ name, sender },
  deliver: (visits, batch) => [DELIVERIES[sender](visits, batch)],
});

const WITH_IDS: readonly Overlapping[] = [
  cdn('fastly'),
  cdn('akamai'),
  cdn('netlify'),
  cdn('azure'),
  cdn('firehose', 'CloudFront by Firehose'),
  {
    ...{ name: 'a load balancer of Google by Pub/Sub', sender: 'pubsub' },
    deliver: (visits, batch) => visits.map((one) => pushOf(one, 10 * batch + one.number)),
  },
];

const HAVE_IDS = expect.not.stringContaining('no-request-id') as string;

async function deliverAll({ send }: TestDrain, deliveries: readonly Delivery[]): Promise<void> {
  for (const { body, headers } of deliveries)
    expect((await send(new Uint8Array(body), headers)).status).toBe(200);
}

/** What is stored of the site, in the order of the pages. */
async function visitsOf({ site }: TestDrain): Promise<readonly unknown[]> {
  const events = (await storedEvents(db, site)) as readonly { readonly pagePath: string }[];
  return events.toSorted((one, other) => (one.pagePath < other.pagePath ? -1 : 1));
}

const stored = (number: number) => ({
  ...{ type: 'bot', botName: 'GPTBot', botCompany: 'OpenAI', verdict: 'unknown', country: 'XX' },
  ...{ createdAtMs: Date.parse(AT), pagePath: `/visit/${number}`, status: 200 },
  bytes: expect.any(Number) as number,
});

describe('the records of a CDN or a load balancer', () => {
  it.each(WITH_IDS)(
    'have ids, by which a visit counts once in whichever batch it comes: $name',
    async ({ sender, deliver }) => {
      const drain = await makeDrain(gateway);
      await deliverAll(drain, deliver([1, 2, 3].map(visit), 1));
      await deliverAll(drain, deliver([2, 3, 4].map(visit), 2));
      await sources.settle();

      expect(await visitsOf(drain)).toEqual([1, 2, 3, 4].map(stored));
      const batchRecords = sender === 'pubsub' ? 1 : 3;
      expect(await listSiteSources(db, [drain.site.id])).toMatchObject([
        { kind: 'drain', sender, keyId: drain.keyId, limits: HAVE_IDS, batchRecords },
      ]);
    },
  );

  it('tell nothing where none can be read, and the source says so', async () => {
    const drain = await makeDrain(gateway);
    await deliverAll(drain, [{ headers: {}, body: Buffer.from('what is this?\n{"no":"request"}\n') }]);
    await sources.settle();

    expect(await listSiteSources(db, [drain.site.id])).toMatchObject([
      { kind: 'drain', limits: 'unreadable', batchRecords: 2 },
    ]);
  });

  it('have none that its host alone makes, and a batch counts once: a load balancer of AWS by Firehose', async () => {
    const drain = await makeDrain(gateway);
    const batch = firehose('request-1', [1, 2, 3].map(visit).map(albLine));
    await deliverAll(drain, [batch, batch]);
    await sources.settle();

    expect(await visitsOf(drain)).toEqual([1, 2, 3].map(stored));
    expect(await listSiteSources(db, [drain.site.id])).toMatchObject([
      { kind: 'drain', sender: 'firehose', limits: expect.stringContaining('no-request-id') as string },
    ]);
  });
});
