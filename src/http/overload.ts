import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { createGate } from './gate.ts';
import { refuseOverloaded } from './malformed.ts';

/** Keeps a process answering when more comes than it can do. */
export type OverloadGuard = {
  /** Serves a request when its turn comes, or refuses it. Those for its health are never kept waiting. */
  serve(request: IncomingMessage, response: ServerResponse, serve: () => Promise<unknown>): void;
  /** Returns the answer to a request, and notes when it is there: a caller may take long to read it. */
  track(response: ServerResponse, answer: Promise<Response>): Promise<Response>;
  /** Waits until all requests under way are answered, including those whose callers have disconnected. */
  settle(): Promise<void>;
};

/** Whoever starts and ends processes has to know that this one lives, above all while it is busy. */
const HEALTH = '/health/';

/** The log says now and then that requests are refused, since a line for each costs more than the refusal. */
const LOG_EVERY_MS = 10_000;

/** Keeps a process from more than it can do. `onRefused` is called for each request that is refused. */
export function guardFromOverload(log: Logger, onRefused: () => void = () => undefined): OverloadGuard {
  const now = () => performance.now();
  const gate = createGate(now);
  const underway = new Set<Promise<Response>>();
  const answered = new WeakMap<ServerResponse, () => void>();
  let [refused, loggedMs] = [0, -Infinity];

  function refuse(response: ServerResponse): void {
    refuseOverloaded(response);
    refused++;
    onRefused();
    if (now() - loggedMs < LOG_EVERY_MS) return;
    log.warn({ requests: refused }, 'overloaded: requests were refused');
    [refused, loggedMs] = [0, now()];
  }

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
      if (request.url?.startsWith(HEALTH) === true) {
        void serve();
        return;
      }
      void gate
        .enter(() => untilAnswered(response, serve))
        .then((outcome) => {
          if (outcome === 'late') refuse(response);
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
