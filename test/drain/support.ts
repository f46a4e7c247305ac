import { randomInt } from 'node:crypto';
import type { RequestContext } from '../../src/context.ts';
import { generateApiKey } from '../../src/domain/api-key.ts';
import { DEFAULT_PLANS, type Plan } from '../../src/domain/plan.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import type { Site } from '../../src/domain/site.ts';
import type { AdmittedDrain, DrainParts } from '../../src/drain/door.ts';
import type { DrainSettings } from '../../src/drain/drain-settings.ts';
import { type GatewayOptions, type TestGateway, NOW, startGateway } from '../support/gateway.ts';
import { makeOwner, makeSite } from '../support/makers.ts';

type Noted = {
  readonly notes: Parameters<DrainParts['sources']['note']>[];
  readonly refusals: Parameters<DrainParts['sources']['refuse']>[];
};

export type DrainGateway = TestGateway & {
  readonly plans: GatewayOptions['plans'];
  /** The drains that it admits, by their token. */
  readonly drains: Map<string, AdmittedDrain>;
  readonly noted: Noted;
};

export function startDrains(options: GatewayOptions = {}): DrainGateway {
  const drains = new Map<string, AdmittedDrain>();
  const noted: Noted = { notes: [], refusals: [] };
  const admit: DrainParts['admit'] = (_, token) => {
    const found = drains.get(token);
    return found ? Promise.resolve(found) : Promise.reject(new Refusal('INVALID_KEY'));
  };
  const sources: DrainParts['sources'] = {
    note: (...noting) => noted.notes.push(noting),
    refuse: (...refusing) => noted.refusals.push(refusing),
  };
  const gateway = startGateway({ ...options, drain: { admit, sources, ...options.drain } });
  return { ...gateway, plans: options.plans, drains, noted };
}

export type TestDrain = {
  readonly token: string;
  readonly site: Site;
  readonly keyId: number;
  readonly send: (body: DrainBody, headers?: Headers_, path?: string) => Promise<DrainAnswer>;
};

type Headers_ = Readonly<Record<string, string>>;
export type DrainBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;

export type DrainAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
};

/** An account with a site, and a key that drains to it. */
export async function makeDrain(
  gateway: DrainGateway,
  { plan = 'pro', ...settings }: Partial<DrainSettings> & { readonly plan?: Plan } = {},
): Promise<TestDrain> {
  const { accountId } = await makeOwner(gateway.db, plan);
  const site = await makeSite(gateway.db, accountId, { domain: 'example.com' });
  const token = generateApiKey();
  const keyId = randomInt(1_000_000_000);
  const none = { signatureSecret: undefined, verifyCode: undefined, audience: undefined };
  const ctx = {
    caller: { kind: 'collector', accountId, plan, siteId: site.id },
    plans: gateway.plans ?? DEFAULT_PLANS,
    nowMs: Date.parse(NOW),
    service: { command: 'site-traffic' },
  } as unknown as RequestContext;
  gateway.drains.set(token, { ctx, site, settings: { keyId, siteId: site.id, ...none, ...settings } });
  const send = async (body: DrainBody, headers: Headers_ = {}, path = `/drain/${token}`) =>
    deliver(gateway, path, {
      method: 'POST',
      body,
      headers,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    });
  return { token, site, keyId, send };
}

export async function deliver(gateway: TestGateway, path: string, init: RequestInit): Promise<DrainAnswer> {
  const response = await gateway.fetch(new Request(`http://site-traffic.test${path}`, init));
  return {
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  };
}

/** A request of a bot in the combined format; the second tells it from others. */
export function combinedLine(n: number, agent = 'GPTBot/1.2'): string {
  return `192.0.2.7 - - [15/Mar/2026:10:00:00 +0000] "GET /page/${n} HTTP/1.1" 200 512 "-" "Mozilla/5.0; ${agent}"`;
}

/** A record of Logpush. */
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
