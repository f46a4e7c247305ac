import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { REFUSALS, type RefusalCode } from '../domain/refusal.ts';
import { createHttpServer } from '../http/http-server.ts';

/** A server that waits for its database: it is live, not ready, and refuses all that needs the database. */
export type WaitingRoom = {
  /** Frees the port. */
  readonly close: () => Promise<void>;
};

type Answer = { readonly status: number; readonly body: object };

const LIVE: Answer = { status: 200, body: { status: 'live' } };

const NOT_READY: Answer = {
  status: 503,
  body: {
    ...{ status: 'unavailable', reason: 'database unreachable' },
    ...{ readers: 'unavailable', writers: 'unavailable' },
  },
};

/** The answer to all others is that of a server whose database is away. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  '/health/live': LIVE,
  '/health/ready': NOT_READY,
};

const CLOSE_WITHIN_MS = 1_000;

/** Answers on the port in place of the server that cannot start yet. */
export async function openWaitingRoom(place: {
  readonly host: string;
  readonly port: number;
}): Promise<WaitingRoom> {
  const http = createHttpServer(({ url = '' }, response) => {
    const [path = ''] = url.split('?', 1);
    send(response, ANSWERS[path] ?? refusal('SERVER_ERROR'));
  });
  http.server.listen({ port: place.port, host: place.host });
  await once(http.server, 'listening');
  return { close: () => http.close(CLOSE_WITHIN_MS) };
}

function refusal(code: RefusalCode): Answer {
  const [status, error] = REFUSALS[code];
  return { status, body: { error, code } };
}

/** The body of the request is not read, so the connection cannot be used again. */
function send(response: ServerResponse, { status, body }: Answer): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'X-Request-Id': randomUUID(),
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  });
  response.end(text);
}
