import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIPv4 } from 'node:net';
import { Headers, Request } from '@whatwg-node/fetch';
import type { Bytes } from './arrivals.ts';

/** A request without its body; a `Request` is one, too. */
export type RequestHead = Pick<Request, 'method' | 'url'> & {
  readonly headers: Pick<Request['headers'], 'get' | 'has'>;
};

/** A request as it comes to the gateway: a `Request`, or what doors that read more than the head can make one of. */
export type Incoming =
  | Request
  | (RequestHead & {
      readonly whole: () => Request;
      /** The body while it arrives, of a route that does not wait until it is whole. */
      readonly arriving?: Arriving | undefined;
    });

/**
 * Begins to read a body that may be large: from then on the request takes no turn from others (`Gate`). It throws if the
 * connection ends before the body. What is left unread does not break the connection.
 */
export type Arriving = () => AsyncIterable<Uint8Array>;

/** The body of a request, while it arrives. A door asks for it once. */
export function bodyOf(request: Incoming): AsyncIterable<Uint8Array> {
  if ('arriving' in request && request.arriving !== undefined) return request.arriving();
  return wholeOf(request).body ?? NO_CHUNKS;
}

const NO_CHUNKS: AsyncIterable<Uint8Array> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
};

/** The request with its body, and a signal that is aborted when the caller leaves. A door asks for it once. */
export function wholeOf(request: Incoming): Request {
  return 'whole' in request ? request.whole() : request;
}

/**
 * A request of Node's server whose body has arrived; that of a GET or HEAD means nothing (RFC 9110, 9.3.1). A `Request`
 * and its signal are made when a door asks for them, since short reports can do without.
 */
export function incomingOf(
  message: IncomingMessage,
  response: ServerResponse,
  { body, arriving }: { readonly body: Bytes; readonly arriving?: Arriving | undefined },
): Incoming {
  const { method = '', url: target = '' } = message;
  const url = `http://${hostOf(message)}${target}`;
  const headers = new Headers(message.headers as Record<string, string>);
  const isRead = method === 'GET' || method === 'HEAD';
  const whole = () =>
    new Request(url, { method, headers, signal: signalOf(response), body: isRead ? null : body });
  return { method, url, headers, whole, arriving };
}

/** That of the Host header, or what stands for it where old programs leave it out. */
function hostOf({ headers: { host = '' }, socket }: IncomingMessage): string {
  if (host !== '') return host;
  const { localAddress = '', localPort = 80 } = socket;
  return isIPv4(localAddress) ? `${localAddress}:${localPort}` : 'localhost';
}

/** Aborted when the response ends before it is sent. */
function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
