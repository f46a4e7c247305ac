import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type Bytes, NOTHING, createArrivals } from './arrivals.ts';
import { type Entrant, createGate } from './gate.ts';
import { customerOf } from '../domain/network.ts';
import { refuseOverloaded } from './malformed.ts';

/** Keeps a process answering when more comes than it can do. */
export type OverloadGuard = {
  /**
   * Serves a request when it is whole and its turn comes, or refuses it. Those for its health are never kept waiting.
   */
  serve(request: IncomingMessage, response: ServerResponse, serve: Serve): void;
  /** Returns the answer to a request, and notes when it is there: a caller may take long to read it. */
  track(response: ServerResponse, answer: Promise<Response>): Promise<Response>;
  /** Waits until all requests under way are answered, including those whose callers have disconnected. */
  settle(): Promise<void>;
};

/** Who sent a request, and its body, which is whole. */
export type Came = { readonly client: string | undefined; readonly body: Bytes };

type Serve = (came: Came) => Promise<unknown>;

export type OverloadParts = {
  readonly log: Logger;
  /** Who sends a request; undefined if a trusted proxy does not name its client. */
  readonly findClient: (request: IncomingMessage) => string | undefined;
  /** How much of the body the route of a request reads. */
  readonly maxBodyBytes: (request: IncomingMessage) => number;
  /** Called for each request that is refused. */
  readonly onRefused?: () => void;
};

/** Whoever starts and ends processes has to know that this one lives, above all while it is busy. */
const HEALTH = '/health/';

/** The log says now and then that requests are refused, since a line for each costs more than the refusal. */
const LOG_EVERY_MS = 10_000;

/** Keeps a process from more than it can do. */
export function guardFromOverload(parts: OverloadParts): OverloadGuard {
  const { findClient, maxBodyBytes } = parts;
  const refuse = createRefusal(parts);
  const arrivals = createArrivals();
  const gate = createGate(() => performance.now());
  const underway = new Set<Promise<Response>>();
  const answered = new WeakMap<ServerResponse, () => void>();

  async function untilAnswered(response: ServerResponse, serve: () => Promise<unknown>): Promise<void> {
    // its caller may have left while it waited
    if (response.destroyed) return;
    await new Promise<void>((resolve) => {
      answered.set(response, resolve);
      void serve().finally(resolve);
    });
  }

  return {
    serve(request, response, serve) {
      const client = findClient(request);
      if (request.url?.startsWith(HEALTH) === true) {
        void serve({ client, body: NOTHING });
        return;
      }
      arrivals.receive(request, { client, maxBytes: maxBodyBytes(request) }, (came) => {
        if (came.kind === 'refused') {
          // the rest of the body would be read on a connection that stays open
          response.setHeader('Connection', 'close');
          refuse(response);
          return;
        }
        const { body, release } = came;
        const begin = () => {
          release();
          return untilAnswered(response, () => serve({ client, body }));
        };
        void gate.enter(entrantOf(request, client), begin).then((outcome) => {
          release();
          if (outcome === 'late') refuse(response);
        });
      });
    },
    track(response, answer) {
      underway.add(answer);
      return answer.finally(() => {
        underway.delete(answer);
        answered.get(response)?.();
      });
    },
    async settle() {
      await Promise.all(underway);
    },
  };
}

/** Refuses requests, counts them, and logs now and then how many they were. */
function createRefusal({ log, onRefused = () => undefined }: OverloadParts) {
  const now = () => performance.now();
  let [refused, loggedMs] = [0, -Infinity];
  return (response: ServerResponse) => {
    refuseOverloaded(response);
    refused++;
    onRefused();
    if (now() - loggedMs < LOG_EVERY_MS) return;
    log.warn({ requests: refused }, 'overloaded: requests were refused');
    [refused, loggedMs] = [0, now()];
  };
}

/** Where those record who repeat what failed. */
const COLLECTOR = '/collect/';

function entrantOf({ method, url }: IncomingMessage, client = 'unknown'): Entrant {
  const isWrite = method === 'POST' && url?.startsWith(COLLECTOR) === true;
  return { kind: isWrite ? 'write' : 'read', client: customerOf(client) };
}
