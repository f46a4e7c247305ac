import type { IncomingMessage, ServerResponse } from 'node:http';

/** The service to send requests to, and how to send them. */
export type SiteTrafficOptions = {
  /**
   * URL of the service: http or https, with or without a path; no user name, query or fragment. If it, `site` or `key` is
   * missing or wrong, `onError` is called once with NOT_CONFIGURED, and nothing is recorded.
   */
  readonly url: string | URL | undefined;
  /** The site's id, `site_…`. */
  readonly site: string | undefined;
  /** A key of scope collect for the site. It is sent to the service and never shown. */
  readonly key: string | undefined;
  /** How many requests are sent together, 1 to 1,000. Default 500. */
  readonly batchSize?: number | undefined;
  /** The longest time a request waits for others before it is sent, in milliseconds. Default 1,000. */
  readonly flushMs?: number | undefined;
  /** How many requests are held while the collector is slow or down. More are lost and reported. Default 10,000. */
  readonly maxQueue?: number | undefined;
  /** The longest time `close()` takes, in milliseconds. Default 5,000. */
  readonly closeWithinMs?: number | undefined;
  /**
   * Reads the client's address from X-Forwarded-For (the first address in it). Use this only behind your own proxy that
   * overwrites the header: otherwise clients can send any address. Default false: the address of the connection.
   */
  readonly trustProxy?: boolean | undefined;
  /** Return false for a request that should not be sent. Default: all requests are sent. */
  readonly filter?: ((request: TrafficRequest) => boolean) | undefined;
  /** Called when requests are late or lost, but not for each one (see `TrafficProblem`). Default: console.warn, console.error for NOT_CONFIGURED. */
  readonly onError?: ((problem: TrafficProblem) => void) | undefined;
  /** Used in place of the global fetch. It must respect the signal. */
  readonly fetch?: typeof fetch | undefined;
  /** The time in milliseconds since 1970 UTC. Default: the system clock. */
  readonly now?: (() => number) | undefined;
};

/** Make one for each server. Its functions may be passed on without it. A request that passes several counts once. */
export type SiteTraffic = {
  /** Express and Connect: `app.use(traffic.express)`, before the routes. */
  readonly express: (request: NodeRequest, response: NodeResponse, next: () => void) => void;
  /** Fastify: `app.addHook('onRequest', traffic.fastify)`. An onResponse hook would miss clients that disconnect. */
  readonly fastify: (
    request: { readonly raw: NodeRequest },
    reply: { readonly raw: NodeResponse },
    done: () => void,
  ) => void;
  /** Hono on @hono/node-server: `app.use(traffic.hono)`. */
  readonly hono: (context: HonoContext, next: () => Promise<void>) => Promise<void>;
  /** node:http and everything built on it: `createServer(traffic.node(handler))`. */
  readonly node: {
    (handler: Handler<IncomingMessage, ServerResponse>): Handler<IncomingMessage, ServerResponse>;
    /** For other servers, such as node:http2, whose handlers declare their types. */
    <Request extends NodeRequest, Response extends NodeResponse>(
      handler: Handler<Request, Response>,
    ): Handler<Request, Response>;
  };
  /**
   * For hosts that take no handler or middleware: records the requests to all servers of node:http and node:https in
   * this process. Call it before the first request.
   */
  readonly everyServer: () => void;
  /**
   * Accepts no more requests and sends those it holds. Call it when the server has closed. Always resolves, within
   * `closeWithinMs`, and reports lost requests to `onError`. It is called for you when the process ends by itself.
   */
  readonly close: () => Promise<void>;
};

type Handler<Request, Response> = (request: Request, response: Response) => unknown;

/** A finished request. Texts are cut to 2,048 characters. */
export type TrafficRequest = {
  readonly method: string;
  /** Path and query as the client sent them. */
  readonly target: string;
  /** The status that was sent, or 499 if the client disconnected before that. */
  readonly status: number;
  /** What was sent of the response, headers included; undefined over HTTP/2, where requests share a connection. */
  readonly bytes: number | undefined;
  readonly userAgent: string | undefined;
  readonly referrer: string | undefined;
  readonly host: string | undefined;
  readonly address: string | undefined;
  /** When the request arrived: ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
  /** The headers of its signature (Web Bot Auth), as they were sent and whole; left out if it has none. */
  readonly signature?: string | undefined;
  readonly signatureInput?: string | undefined;
  readonly signatureAgent?: string | undefined;
  /** What X-Forwarded-Proto says, with `trustProxy`, of a request with a signature. */
  readonly scheme?: string | undefined;
};

/** Why requests are late or lost. Never holds the key. */
export type TrafficProblem = {
  /**
   * Each code is reported at most once a minute, REFUSED and LIMIT_EXCEEDED at most once an hour:
   * - NOT_CONFIGURED: `url`, `site` or `key` is missing or wrong; nothing is recorded, and the message says what to set
   * - DELAYED: the collector failed or is busy; the requests are held and sent again
   * - GIVEN_UP: the collector kept failing for about an hour
   * - REFUSED: the collector refused the requests, for example because of a wrong key; a retry would not help
   * - LIMIT_EXCEEDED: the account has used its quota for this month
   * - QUEUE_FULL: `maxQueue` requests are already held
   * - CLOSED: `close()` ran out of time, or requests finished after it was called
   * - FILTER_FAILED: `filter` threw; the requests are sent
   * - UNREADABLE: a request or response object is not one of a Node server
   */
  readonly code:
    | 'NOT_CONFIGURED'
    | 'DELAYED'
    | 'GIVEN_UP'
    | 'REFUSED'
    | 'LIMIT_EXCEEDED'
    | 'QUEUE_FULL'
    | 'CLOSED'
    | 'FILTER_FAILED'
    | 'UNREADABLE';
  /** For people; of a refusal, the collector's code and sentence. */
  readonly message: string;
  /** How many requests were lost for this reason since the last report. */
  readonly lost: number;
};

/** The properties that are read of a request of node:http, node:http2, Express or Connect. */
export type NodeRequest = {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** The target before a router removed its own part (Express and Connect). */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined; readonly bytesWritten: number };
  readonly httpVersionMajor?: number;
};

/** The properties that are read of a response of node:http or node:http2. */
export type NodeResponse = {
  readonly statusCode: number;
  readonly headersSent: boolean;
  once(event: 'close', listener: () => void): unknown;
};

/** The property that is read of Hono's context. @hono/node-server puts the request and response of node:http there. */
export type HonoContext = { readonly env: unknown };
