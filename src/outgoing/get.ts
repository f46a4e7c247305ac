import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { bareHost, isWebScheme } from './address-rules.ts';
import { type Guard, fixed, judgedAddresses } from './addresses.ts';
import { NoResponse, noResponse, orAborted } from './no-response.ts';
import { type Headers, flatHeaders, withoutUser } from './response.ts';
import { unpacked } from './unpacked.ts';

export type GetParts = Guard & {
  /** What the request says of who sends it: `userAgentOf`. */
  readonly userAgent: string;
  /** How long all of it may take, redirects and reading too, in milliseconds; waiting for a turn is not counted. */
  readonly withinMs: number;
  /** Waits until a host may be asked, before each request; it need not wait without. Rejects once the signal aborts. */
  readonly turnOf?: ((host: string, stop?: AbortSignal) => Promise<void>) | undefined;
  /** Gives up earlier. */
  readonly stop?: AbortSignal | undefined;
  /** How many redirects are followed: five without it, as RFC 9309, 2.3.1.2 has it. */
  readonly maxRedirects?: number | undefined;
  /** For tests: the port to connect to, and the authority (PEM) to trust, in place of the usual ones. */
  readonly testServer?: { readonly port: number; readonly authority: string } | undefined;
};

export type Got = {
  readonly status: number;
  /** Where it was found, after all redirects. */
  readonly url: string;
  readonly headers: Headers;
  /** Unpacked, if the server packed it though it was asked not to. Reading it may throw NoResponse. */
  readonly body: AsyncIterable<Buffer>;
};

/**
 * Asks an address that somebody named for what is there, and hands the last response to `read`, which bounds how much of its
 * body is read: the connection is closed once it returns. Every redirect is judged as the address was. Rejects with
 * NoResponse, and with what `read` throws.
 */
export async function get<Result>(
  target: string,
  parts: GetParts,
  read: (got: Got) => Promise<Result> | Result,
): Promise<Result> {
  const { withinMs, turnOf, stop, maxRedirects = 5 } = parts;
  let url = new URL(target);
  let leftMs = withinMs;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    await turnOf?.(url.host, stop);
    const fromMs = performance.now();
    const hop = { url, leftMs, isRedirect: redirects > 0 };
    const answer = await follow(hop, parts, read);
    if ('result' in answer) return answer.result;
    url = answer.next;
    leftMs -= performance.now() - fromMs;
  }
  throw new NoResponse(`more than ${maxRedirects} redirects`);
}

type Hop = { readonly url: URL; readonly leftMs: number; readonly isRedirect: boolean };

/** Sends one request: where it leads, or what was read of its response. */
async function follow<Result>(
  { url, leftMs, isRedirect }: Hop,
  parts: GetParts,
  read: (got: Got) => Promise<Result> | Result,
): Promise<{ readonly next: URL } | { readonly result: Result }> {
  const { stop } = parts;
  // not AbortSignal.timeout, which is forgotten if only AbortSignal.any knows it (Node.js 20)
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), leftMs);
  const signal = AbortSignal.any([late.signal, ...(stop ? [stop] : [])]);
  try {
    const sent = send(url, parts, signal);
    const response = await (isRedirect ? sent.catch(wordsBehind(url)) : sent);
    try {
      const next = redirectOf(response, url);
      if (next !== undefined) return { next };
      return { result: await orLate(read(gotFrom(response, url, parts, signal)), parts, signal) };
    } finally {
      response.destroy();
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Names the host of a redirect that failed, if the words do not. */
function wordsBehind(url: URL) {
  return (error: unknown): never => {
    const { message } = error as Error;
    if (message.includes(bareHost(url))) throw error;
    throw new NoResponse(`it redirects to ${shown(url)}: ${message}`, { cause: error });
  };
}

async function send(url: URL, parts: GetParts, signal: AbortSignal): Promise<IncomingMessage> {
  if (!isWebScheme(url, parts.allowsPrivate)) throw new NoResponse(`${shown(url)} is no https address`);
  try {
    const addresses = await judgedAddresses(url, parts, signal);
    const { testServer, userAgent } = parts;
    const options = {
      headers: { 'User-Agent': userAgent, Accept: '*/*', 'Accept-Encoding': 'identity' },
      agent: false,
      auth: null,
      lookup: fixed(addresses),
      signal,
      ...(testServer && { port: testServer.port, ca: testServer.authority }),
    } satisfies RequestOptions & { ca?: string };
    return await responseTo(url, options);
  } catch (error) {
    throw noResponse(error, signal, parts.withinMs);
  }
}

async function responseTo(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(withoutUser(url), options, resolve);
    sent.on('error', reject);
    sent.end();
  });
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Where a response leads; undefined if it is the last one. */
function redirectOf({ statusCode = 0, headers: { location } }: IncomingMessage, url: URL): URL | undefined {
  if (!REDIRECTS.includes(statusCode) || location === undefined) return undefined;
  if (!URL.canParse(location, url.href)) throw new NoResponse('it redirects to what is no address');
  return new URL(location, url);
}

function gotFrom(response: IncomingMessage, url: URL, { withinMs }: GetParts, signal: AbortSignal): Got {
  const { statusCode = 0, headers } = response;
  const body = bodyOf(unpacked(response), (error) => noResponse(error, signal, withinMs));
  return { status: statusCode, url: withoutUser(url).href, headers: flatHeaders(headers), body };
}

async function* bodyOf(body: AsyncIterable<Buffer>, wordsFor: (error: unknown) => NoResponse) {
  try {
    for await (const chunk of body) yield chunk;
  } catch (error) {
    throw wordsFor(error);
  }
}

/** A reader that waits for something else than the body is not waited for any longer either. */
async function orLate<Result>(
  reading: Promise<Result> | Result,
  { withinMs }: GetParts,
  signal: AbortSignal,
): Promise<Result> {
  try {
    return await orAborted(signal, Promise.resolve(reading));
  } catch (error) {
    throw signal.aborted ? noResponse(error, signal, withinMs) : error;
  }
}

function shown({ protocol, host }: URL): string {
  return `${protocol}//${host}`;
}
