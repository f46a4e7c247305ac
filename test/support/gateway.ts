import { inject } from 'vitest';
import { pino } from 'pino';
import type { IdentityProvider } from '../../src/domain/identity.ts';
import type { AccountCaps } from '../../src/domain/account-caps.ts';
import { DEFAULT_PLANS, type PlanCatalogue } from '../../src/domain/plan.ts';
import { publicUrlOf } from '../../src/domain/public-url.ts';
import { HOUR_MS } from '../../src/domain/time.ts';
import { type Gateway, type GatewayParts, createGateway } from '../../src/gateway.ts';
import { type Limits, createLimits } from '../../src/limits/limits.ts';
import { type Database, openDatabase } from '../../src/database/database.ts';
import { atEnd } from './at-end.ts';
import { createJudge } from './openapi.ts';
import { type Clock, createClock } from './clock.ts';

export type TestGateway = {
  readonly db: Database;
  readonly clock: Clock;
  readonly fetch: Gateway['fetch'];
  /** Sends a GET (or another method) for a path, with the key if there is one. */
  readonly rest: (path: string, key: string | undefined, init?: RequestInit) => Promise<RestAnswer>;
  /** The lines that the gateway has logged. */
  readonly logged: () => readonly Record<string, unknown>[];
};

export type RestAnswer = {
  readonly status: number;
  readonly headers: Headers;
  // The tests compare whole bodies; declaring their types again would prove nothing.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above
  readonly body: any;
  readonly text: string;
};

export type GatewayOptions = {
  /** The time on the clock; no test depends on the day it runs. */
  readonly now?: string;
  readonly plans?: PlanCatalogue;
  readonly accountCaps?: AccountCaps;
  readonly service?: GatewayParts['service'];
  readonly sharedDocuments?: 'any';
  /** `http://site-traffic.test` by default. */
  readonly publicUrl?: string;
  readonly identityProvider?: IdentityProvider;
  readonly sessionLimits?: GatewayParts['sessionLimits'];
  readonly corsOrigins?: '*' | readonly string[];
  readonly db?: Database;
  /** By default those of the gateway alone, on the test's clock. */
  readonly limits?: Limits;
  readonly recording?: NonNullable<GatewayParts['recording']>;
  readonly rangesUpdatedAtMs?: () => number | null;
  readonly attributionMinutes?: number;
  readonly countriesBuiltAtMs?: () => number | null;
  readonly secrets?: GatewayParts['secrets'];
  readonly messaging?: GatewayParts['messaging'];
  readonly sources?: GatewayParts['sources'];
  readonly pages?: Pick<GatewayParts, 'dashboard'>;
  readonly checkPush?: GatewayParts['checkPush'];
};

export const NOW = '2026-03-15T12:34:56.789Z';

const OWN_URL = 'http://site-traffic.test';

/** The parts of a gateway that only owners need. */
export const OWNERS = {
  publicUrl: () => publicUrlOf(OWN_URL, '', 0),
  sessionLimits: { idleMs: 168 * HOUR_MS, maxMs: 720 * HOUR_MS },
};

/** Parts that a gateway has or has not. */
function optionalParts({ identityProvider, rangesUpdatedAtMs, countriesBuiltAtMs }: GatewayOptions) {
  return {
    ...(identityProvider && { identityProvider }),
    ...(rangesUpdatedAtMs && { rangesUpdatedAtMs }),
    ...(countriesBuiltAtMs && { countriesBuiltAtMs }),
  };
}

/** The product's gateway on the project's database, with the test's clock. It is closed after the test or the file. */
export function startGateway(options: GatewayOptions = {}): TestGateway {
  const db = options.db ?? testDatabase();
  const { now = NOW, plans = DEFAULT_PLANS, corsOrigins = [], recording = {} } = options;
  const { sessionLimits } = { ...OWNERS, ...options };
  const clock = createClock(now);
  const lines: string[] = [];
  const optional = optionalParts(options);
  const gateway = createGateway({
    db,
    limits: options.limits ?? createLimits(clock.now),
    plans,
    accountCaps: options.accountCaps,
    service: options.service,
    attributionMinutes: options.attributionMinutes,
    secrets: options.secrets,
    messaging: options.messaging,
    sharedDocuments: options.sharedDocuments,
    sources: options.sources,
    publicUrl: () => publicUrlOf(options.publicUrl ?? OWN_URL, '', 0),
    sessionLimits,
    ...optional,
    ...options.pages,
    checkPush: options.checkPush,
    corsOrigins,
    log: pino({ level: 'debug' }, { write: (line: string) => lines.push(line) }),
    now: clock.now,
    recording,
  });
  atEnd(() => gateway.close());
  return {
    db,
    clock,
    fetch: (request, connection) => gateway.fetch(request, connection),
    rest: (path, key, init) => ask(gateway, path, key, init),
    logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

/** A pool on the project's database, closed after the test or the file. */
export function testDatabase(): Database {
  const db = openDatabase({ connection: inject('database'), poolSize: 4, statementTimeoutMs: 30_000 });
  atEnd(() => db.destroy());
  return db;
}

/** Every answer of REST and of the collector is held to the OpenAPI document. */
const judge = createJudge();

async function ask(
  gateway: Gateway,
  path: string,
  key: string | undefined,
  init: RequestInit = {},
): Promise<RestAnswer> {
  const headers = new Headers(init.headers);
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
  const request = new Request(`http://site-traffic.test${path}`, { ...init, headers });
  const response = await gateway.fetch(request);
  const text = await response.text();
  const { pathname } = new URL(request.url);
  const complaints = judge({
    method: request.method,
    pathname,
    status: response.status,
    headers: response.headers,
    text,
  });
  if (complaints.length > 0) throw new Error(`${path} is not as openapi.json says: ${complaints.join('; ')}`);
  const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : undefined,
    text,
  };
}
