import { pino } from 'pino';
import { afterAll } from 'vitest';
import type { Arrival, Caller } from '../../src/context.ts';
import { createContext } from '../../src/operations/request-context.ts';
import { createPasswords } from '../../src/operations/owner/passwords.ts';
import type { PersistedDocuments } from '../../src/domain/persisted-documents.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { publicUrlOf } from '../../src/domain/public-url.ts';
import { createGraphqlDoor } from '../../src/graphql/door.ts';
import { createMemoryBackend } from '../../src/limits/memory-backend.ts';
import { createRateLimiter } from '../../src/limits/rate-limiter.ts';
import { besidesCost } from '../support/besides-cost.ts';
import { type RowsOf, fakeDatabase } from '../support/fake-database.ts';
import type { GraphqlError } from '../support/graphql-client/client.ts';

export type LoneDoor = {
  /** Hands a request to the door. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** POSTs a document and answers status, headers and the parsed body. */
  readonly post: (body: unknown, headers?: Record<string, string>) => Promise<DoorAnswer>;
  /** Every line the door logged. */
  readonly logged: () => readonly Record<string, unknown>[];
};

export type DoorAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly data?: unknown; readonly errors?: readonly GraphqlError[] };
};

export type LoneDoorOptions = {
  /** What the database answers; nothing by default. */
  readonly query?: RowsOf;
  readonly admit?: () => Promise<never>;
  readonly requestsPerMinute?: number;
  readonly plan?: Caller['plan'];
  /** The account that sends a request; 1 by default. */
  readonly accountId?: () => number;
  /** What clients may name instead of sending it. */
  readonly documents?: PersistedDocuments;
  /** A signed-in owner instead of a key. */
  readonly isOwner?: boolean;
};

export const URL_OF_DOOR = 'http://site-traffic.test/graphql';
export const REQUEST_ID = 'the-request';
export const NOW_MS = Date.parse('2026-03-15T12:34:56.789Z');

/** The GraphQL door alone, with every part real but the connection to the database. */
export function openLoneDoor(options: LoneDoorOptions = {}): LoneDoor {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  const door = createGraphqlDoor(log, { documents: options.documents });
  afterAll(() => door.dispose());

  const now = () => NOW_MS;
  const limiter = createRateLimiter(createMemoryBackend({ now }));
  const terms = { ...DEFAULT_PLANS.pro, requestsPerMinute: options.requestsPerMinute ?? 1_000_000 };
  const parts = {
    db: fakeDatabase(options.query ?? (() => [])),
    limiter,
    plans: { free: terms, pro: terms, 'self-hosted': terms },
    passwords: createPasswords(),
    log,
    now,
  };
  const kind =
    options.isOwner === true
      ? ({ kind: 'owner', email: 'owner@example.org', sessionId: null } as const)
      : ({ kind: 'reader' } as const);

  function arrive(): Arrival {
    const caller: Caller = { accountId: options.accountId?.() ?? 1, plan: options.plan ?? 'pro', ...kind };
    const request = { requestId: REQUEST_ID, nowMs: NOW_MS };
    const admit =
      options.admit ??
      (() =>
        Promise.resolve(
          createContext(parts, {
            ...request,
            linkBase: () => '',
            origin: () => '',
            caller,
            readmit: () => Promise.resolve(),
          }),
        ));
    const nobody = () => Promise.resolve(undefined);
    const publicUrl = () => publicUrlOf('http://site-traffic.test', '', 0);
    const admitDrain = () => Promise.reject(new Error('nothing drains here'));
    const admitting = { admit, admitDrain, admitOwner: nobody, admitShare: nobody };
    return {
      ...{ ...request, publicUrl, namesOwner: () => false },
      ...{ requireOwnPage: () => undefined, ...admitting },
    };
  }

  const fetch = (request: Request) => door.fetch(request, arrive());
  return {
    fetch,
    post: async (body, headers = {}) => {
      const request = new Request(URL_OF_DOOR, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      return read(await fetch(request));
    },
    logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

export async function read(response: Response): Promise<DoorAnswer> {
  const body = besidesCost(await response.json()) as DoorAnswer['body'];
  return { status: response.status, headers: response.headers, body };
}
