import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { type GatewayParts, createGateway } from '../../src/gateway.ts';
import { createLimits } from '../../src/limits/limits.ts';
import type { RequestWatch } from '../../src/telemetry/watch-requests.ts';
import { atEnd } from '../support/at-end.ts';
import type { Clock } from '../support/clock.ts';
import { OWNERS } from '../support/gateway.ts';
import { type Sent, writtenDocuments } from './documents.ts';
import { type Way, inProcess } from './ways.ts';
import type { Wire } from './wire.ts';
import type { World } from './world.ts';

/** Everything of an answer that callers and operators see, but what is new in each: the id and the time. */
export type Seen = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  readonly logged: readonly string[];
  readonly traced: readonly string[];
};

export type Side = {
  readonly ask: (wire: Wire) => Promise<Seen>;
  /** How many requests were answered without Yoga. */
  readonly shortcuts: () => number;
};

export type Settings = Pick<GatewayParts, 'corsOrigins'> & {
  readonly persistedOnly: boolean;
  /** How requests reach it; within the process by default. */
  readonly way?: Way;
};

/** A gateway of the world, with the fast path or without. */
export function openSide(world: World, clock: Clock, isFast: boolean, settings: Settings): Side {
  const logged: string[] = [];
  const traced: string[] = [];
  let shortcuts = 0;
  const { db, sites } = world;
  const terms = (requestsPerMinute: number) => ({ ...DEFAULT_PLANS.pro, requestsPerMinute });
  const gateway = createGateway({
    ...OWNERS,
    db,
    plans: { ...DEFAULT_PLANS, pro: terms(3_000), free: { ...DEFAULT_PLANS.free, requestsPerMinute: 20 } },
    limits: createLimits(clock.now),
    corsOrigins: settings.corsOrigins,
    log: pino({ level: 'debug' }, { write: (line: string) => logged.push(told(line)) }),
    now: clock.now,
    telemetry: { metrics: undefined, requests: [watch(traced)] },
    persistedDocuments: { byId: persisted(writtenDocuments(sites)), isOnly: settings.persistedOnly },
    shortcut: { isClosed: !isFast, onTaken: () => shortcuts++ },
  });
  atEnd(() => gateway.close());
  const get = (settings.way ?? inProcess)(gateway);
  return {
    shortcuts: () => shortcuts,
    async ask(wire) {
      const { status, headers, bytes } = await get(wire);
      const seen = headers.map(([name, value]) => [name.toLowerCase(), value.replace(NONCE, '')] as const);
      return {
        status,
        headers: seen.filter(([name]) => name !== 'x-request-id'),
        body: bytes.toString('latin1').replace(NONCE, ''),
        logged: logged.splice(0),
        traced: traced.splice(0),
      };
    },
  };
}

/** That of a page is new each time. */
const NONCE = /nonce[-=]["\w+/=]+/g;

function persisted(documents: readonly Sent[]): ReadonlyMap<string, string> {
  return new Map(
    documents.map(({ query }) => [createHash('sha256').update(query).digest('hex'), query] as const),
  );
}

/** A line of the log without what is new in each request. */
function told(line: string): string {
  const { msg, method, path, status, err } = JSON.parse(line) as Record<string, unknown>;
  const { message } = (err ?? {}) as { readonly message?: unknown };
  return JSON.stringify({ msg, method, path, status, message });
}

/** Notes what metrics and traces would. */
function watch(traced: string[]): RequestWatch {
  return async ({ method, route }, arrival, answer) => {
    const inOperation = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
      traced.push(`begin ${name}`);
      return work().finally(() => traced.push(`end ${name}`));
    };
    const response = await answer({ ...arrival, inOperation });
    traced.push(`${method} ${route} ${response.status}`);
    return response;
  };
}
