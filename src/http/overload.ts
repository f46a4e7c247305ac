import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type Bytes, NOTHING, createArrivals } from './arrivals.ts';
import { type Entrant, createGate } from './gate.ts';
import type { Arriving } from './incoming.ts';
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

/** Who sent a request, and its body: whole, or still to come. */
export type Came = {
  readonly client: string | undefined;
  readonly body: Bytes;
  readonly arriving?: Arriving | undefined;
};

type Serve = (came: Came) => Promise<unknown>;

export type OverloadParts = {
  readonly log: Logger;
  /** Who sends a request; undefined if a trusted proxy does not name its client. */
  readonly findClient: (request: IncomingMessage) => string | undefined;
  /** How much of the body the route of a request reads; "arriving" if it reads the body while it arrives. */
  readonly maxBodyBytes: (request: IncomingMessage) => number | 'arriving';
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
  const underway = new Set<Promise<Response>>();
  const answered = new WeakMap<ServerResponse, () => void>();
  const ways = createWays(parts, answered);
  return {
    serve(request, response, serve) {
      const client = findClient(request);
      if (request.url?.startsWith(HEALTH) === true) {
        void serve({ client, body: NOTHING });
        return;
      }
      const exchange = { request, response, client, serve };
      const maxBytes = maxBodyBytes(request);
      if (maxBytes === 'arriving') ways.serveArriving(exchange);
      else ways.serveWhole(exchange, maxBytes);
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

type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly client: string | undefined;
  readonly serve: Serve;
};

/** The ways through the gate. `answered` is called for each response that is there. */
function createWays(parts: OverloadParts, answered: WeakMap<ServerResponse, () => void>) {
  const refuse = createRefusal(parts);
  const arrivals = createArrivals();
  const gate = createGate(() => performance.now());

  async function untilAnswered(response: ServerResponse, serve: () => Promise<unknown>): Promise<void> {
    // its caller may have left while it waited
    if (response.destroyed) return;
    await new Promise<void>((resolve) => {
      answered.set(response, resolve);
      void serve().finally(resolve);
    });
  }

  function refuseUnread(response: ServerResponse): void {
    // the rest of the body would be read on a connection that stays open
    response.setHeader('Connection', 'close');
    refuse(response);
  }

  return {
    serveWhole({ request, response, client, serve }: Exchange, maxBytes: number): void {
      arrivals.receive(request, { client, maxBytes }, (came) => {
        if (came.kind === 'refused') {
          refuseUnread(response);
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
    serveArriving({ request, response, client, serve }: Exchange): void {
      const begin = () =>
        untilReading(request, (arriving) =>
          untilAnswered(response, () => serve({ client, body: NOTHING, arriving })),
        );
      void gate.enter(entrantOf(request, client), begin).then((outcome) => {
        if (outcome === 'late') refuseUnread(response);
      });
    },
  };
}

/** Until the request is answered, or its body is read, which takes as long as its caller likes. */
async function untilReading(
  request: IncomingMessage,
  serve: (arriving: Arriving) => Promise<void>,
): Promise<void> {
  await new Promise<void>((endTurn) => {
    const arriving = () => {
      endTurn();
      return request.iterator({ destroyOnReturn: false });
    };
    void serve(arriving).finally(endTurn);
  });
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
const RECORDING = /^\/(?:collect\/|drain(?:[/?]|$))/;
/** Drains take either. */
const RECORDING_METHODS: readonly (string | undefined)[] = ['POST', 'PUT'];

function entrantOf({ method, url }: IncomingMessage, client = 'unknown'): Entrant {
  const isWrite = RECORDING_METHODS.includes(method) && RECORDING.test(url ?? '');
  return { kind: isWrite ? 'write' : 'read', client: customerOf(client) };
}
