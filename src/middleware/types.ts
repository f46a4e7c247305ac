import type { IncomingMessage, ServerResponse } from 'node:http';

/** Where to send to, and how. */
export type SiteTrafficOptions = {
  /** Address of the service: http or https, a path is kept; no user name, query or fragment. */
  readonly url: string | URL;
  /** The site's id, `site_…`. */
  readonly site: string;
  /** A key that may record to the site. It is sent to the service and shown nowhere. */
  readonly key: string | undefined;
  /** Requests that are sent together, 1 to 1,000. Default 500. */
  readonly batchSize?: number | undefined;
  /** Longest that a request waits for others, in milliseconds. Default 1,000. */
  readonly flushMs?: number | undefined;
  /** Requests held while the collector is slow or away; further ones are lost, and told. Default 10,000. */
  readonly maxQueue?: number | undefined;
  /** Longest that `close()` takes, in milliseconds. Default 5,000. */
  readonly closeWithinMs?: number | undefined;
  /**
   * Takes the client's address from X-Forwarded-For: the first one in it. Only behind a proxy of one's own that sets
   * this header anew; anyone else may write any address into it. Default false: the address of the connection.
   */
  readonly trustProxy?: boolean | undefined;
  /** False for a request that is not to be sent. Default: all are. */
  readonly filter?: ((request: TrafficRequest) => boolean) | undefined;
  /** Called when requests are late or lost, seldom (see `TrafficProblem`). Default: console.warn. */
  readonly onError?: ((problem: TrafficProblem) => void) | undefined;
  /** Sends instead of the global fetch; must heed its signal. */
  readonly fetch?: typeof fetch | undefined;
  /** Milliseconds since 1970 UTC. Default: the clock of the machine. */
  readonly now?: (() => number) | undefined;
};

/** One per server; its functions may be handed on alone. A request that meets several of them counts once. */
export type SiteTraffic = {
  /** Express and Connect: `app.use(traffic.express)`, before what answers. */
  readonly express: (request: NodeRequest, response: NodeResponse, next: () => void) => void;
  /** Fastify: `app.addHook('onRequest', traffic.fastify)`. Its onResponse hook misses clients that left. */
  readonly fastify: (
    request: { readonly raw: NodeRequest },
    reply: { readonly raw: NodeResponse },
    done: () => void,
  ) => void;
  /** Hono on @hono/node-server: `app.use(traffic.hono)`. */
  readonly hono: (context: HonoContext, next: () => Promise<void>) => Promise<void>;
  /** node:http and all that is built on it: `createServer(traffic.node(handler))`. */
  readonly node: {
    (handler: Handler<IncomingMessage, ServerResponse>): Handler<IncomingMessage, ServerResponse>;
    /** For other servers, such as those of node:http2, whose handler says what it takes. */
    <Request extends NodeRequest, Response extends NodeResponse>(
      handler: Handler<Request, Response>,
    ): Handler<Request, Response>;
  };
  /**
   * Takes no more and sends what is held; call it when the server has closed. Always resolves, within `closeWithinMs`,
   * and tells `onError` of what was lost. A process that ends by itself does this by itself.
   */
  readonly close: () => Promise<void>;
};

type Handler<Request, Response> = (request: Request, response: Response) => unknown;

/** A finished request. Long texts are cut to 2,048 characters. */
export type TrafficRequest = {
  readonly method: string;
  /** Path and query as the client sent them. */
  readonly target: string;
  /** As sent; 499 when the client left before an answer began. */
  readonly status: number;
  readonly userAgent: string | undefined;
  readonly referrer: string | undefined;
  readonly host: string | undefined;
  readonly address: string | undefined;
  /** When the request arrived: ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
};

/** Why requests are late or lost. Never holds the key. */
export type TrafficProblem = {
  /**
   * Each is told at most once a minute, REFUSED and LIMIT_EXCEEDED once an hour:
   * - DELAYED: the collector failed, or asked to wait; the requests are held and sent again
   * - GIVEN_UP: it kept failing for about an hour
   * - REFUSED: it answered what no retry mends, such as a wrong key
   * - LIMIT_EXCEEDED: the account's month is spent
   * - QUEUE_FULL: `maxQueue` requests are held already
   * - CLOSED: `close()` ran out of time, or requests finished after it
   * - FILTER_FAILED: `filter` threw; the requests are sent
   * - UNREADABLE: a request or response object was none that a server makes
   */
  readonly code:
    | 'DELAYED'
    | 'GIVEN_UP'
    | 'REFUSED'
    | 'LIMIT_EXCEEDED'
    | 'QUEUE_FULL'
    | 'CLOSED'
    | 'FILTER_FAILED'
    | 'UNREADABLE';
  readonly message: string;
  /** Requests lost for this reason since it was last told. */
  readonly lost: number;
};

/** What is read of a request of node:http, node:http2, Express or Connect. */
export type NodeRequest = {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** The target before a router took its own part away: Express and Connect. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
};

/** What is read of a response of node:http or node:http2. */
export type NodeResponse = {
  readonly statusCode: number;
  readonly headersSent: boolean;
  once(event: 'finish' | 'close', listener: () => void): unknown;
};

/** What is read of Hono's context: the request and response of node:http, which @hono/node-server puts there. */
export type HonoContext = { readonly env: unknown };
