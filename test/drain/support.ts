import type { Plan } from '../../src/domain/plan.ts';
import { createSecrets } from '../../src/domain/secrets.ts';
import type { Site } from '../../src/domain/site.ts';
import { setDrain } from '../../src/operations/owner/drains.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { type GatewayOptions, type TestGateway, NOW, startGateway } from '../support/gateway.ts';
import { makeKey, makeOwner, makeSite } from '../support/makers.ts';

const SECRETS = createSecrets(Buffer.alloc(32, 7));

/** A gateway whose drains may have secrets. */
export function startDrains(options: GatewayOptions = {}): TestGateway {
  return startGateway({ ...options, secrets: SECRETS });
}

export type DrainBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;

type SentHeaders = Readonly<Record<string, string>>;

export type TestDrain = {
  readonly token: string;
  readonly site: Site;
  readonly keyId: number;
  /** POST of a body, by default to the path with the token. */
  readonly send: (body: DrainBody, headers?: SentHeaders, path?: string) => Promise<DrainAnswer>;
};

export type DrainAnswer = {
  readonly status: number;
  readonly headers: Response['headers'];
  readonly text: string;
};

type DrainOptions = {
  readonly plan?: Plan;
  readonly signatureSecret?: string;
  readonly verifyCode?: string;
  readonly audience?: string;
};

/** An account with a site, example.com, and a key that drains to it. */
export async function makeDrain(
  gateway: TestGateway,
  { plan = 'pro', ...settings }: DrainOptions = {},
): Promise<TestDrain> {
  const { db } = gateway;
  const { accountId } = await makeOwner(db, plan);
  const site = await makeSite(db, accountId);
  const { key: token, keyId } = await makeKey(db, accountId, site.id, 'drain');
  const none = { signatureSecret: undefined, verifyCode: undefined, audience: undefined };
  if (Object.keys(settings).length > 0)
    await setDrain(byOperator(db, Date.parse(NOW)), keyId, { ...none, ...settings }, SECRETS);
  const send = (body: DrainBody, headers: SentHeaders = {}, path = `/drain/${token}`) =>
    deliver(gateway, path, { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
  return { token, site, keyId, send };
}

export async function deliver(gateway: TestGateway, path: string, init: RequestInit): Promise<DrainAnswer> {
  const response = await gateway.fetch(new Request(`http://site-traffic.test${path}`, init));
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** A request of a bot in the combined format; the number tells it from others. */
export function combinedLine(n: number, agent = 'GPTBot/1.2'): string {
  return `192.0.2.7 - - [15/Mar/2026:10:00:00 +0000] "GET /page/${n} HTTP/1.1" 200 512 "-" "Mozilla/5.0; ${agent}"`;
}

/** So many lines, each with its line feed. */
export function combinedLines(count: number, from = 0): string {
  return Array.from({ length: count }, (_, n) => `${combinedLine(from + n)}\n`).join('');
}

/** A record of Logpush, with the id of its request. */
export function rayRecord(n: number, given: object = {}): object {
  return {
    EdgeStartTimestamp: '2026-03-15T10:00:00Z',
    ClientRequestMethod: 'GET',
    ClientRequestHost: 'example.com',
    ClientRequestURI: `/page/${n}`,
    EdgeResponseStatus: 200,
    EdgeResponseBytes: 512,
    ClientRequestUserAgent: 'Mozilla/5.0; GPTBot/1.2',
    ClientIP: '192.0.2.7',
    ClientRequestSource: 'eyeball',
    RayID: n.toString(16).padStart(16, '0'),
    ...given,
  };
}

export function ndjson(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** The answer to a batch, for senders that expect none of their own. */
export function tally(recorded: number, repeated = 0, passedOver = 0): string {
  return JSON.stringify({ recorded, repeated, passed_over: passedOver });
}
