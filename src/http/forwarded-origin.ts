import { type ProxyCheck, createProxyCheck, trustedHops } from './client.ts';

/**
 * The origin at which a browser sent a request, as the trusted proxies in front of the service tell it: by `Forwarded`
 * (RFC 7239), or else by X-Forwarded-Proto with X-Forwarded-Host or Host. Undefined if the connection comes from nobody
 * trusted, or if they do not tell it.
 */
export type FindOrigin = (request: ForwardedRequest) => string | undefined;

type ForwardedRequest = {
  readonly peer: string | undefined;
  /** The values of each header. */
  readonly headers: NodeJS.Dict<string[]>;
  readonly host: string | undefined;
};

/** What proxies tell about the way of a request to one of them. */
type Told = { readonly proto: string | undefined; readonly host: string | undefined };

/** What they tell is a scheme, a host and perhaps a port. */
const PROTO = /^https?$/;
const HOST = /^(?:[a-z\d._-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** More than any header of ours needs. */
const MAX_LENGTH = 4_096;

/** A pair of a `Forwarded` header, and what ends it. */
const PAIR = /[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([\w!#$%&'*+.^`|~-]+))[ \t]*(;|,|$)/gy;

/**
 * Of a list that each proxy extends, the element counts that the first of the trusted proxies added: anybody can write
 * those before it.
 *
 * A proxy may also pass a header on as its client sent it, as nginx does with X-Forwarded-Host. That makes no request
 * of another page pass for one of ours: browsers let a page add such headers to no request to another origin unless that
 * allows it first, and the service allows no page of another origin to send its cookies. A client that is no browser
 * can name any Origin anyhow. A page whose own name leads here (DNS rebinding) can send them, but has no cookie of ours.
 * So this tells whose page it is where a cookie, a password or a key says who somebody is, and never where the network
 * alone does (`admission.ts`).
 */
export function createOriginFinder(trustedProxies: readonly string[]): FindOrigin {
  const isTrusted = createProxyCheck(trustedProxies);
  return ({ peer, headers, host }) => {
    if (!isTrusted(peer)) return undefined;
    const forwarded = readForwarded(headers['forwarded'], isTrusted);
    const { proto, host: told = host } =
      forwarded?.proto === undefined ? readXForwarded(headers, isTrusted) : forwarded;
    return originOf(proto, told);
  };
}

function originOf(proto = '', host = ''): string | undefined {
  const url = `${proto.toLowerCase()}://${host}`;
  const isPlain = PROTO.test(proto.toLowerCase()) && HOST.test(host) && URL.canParse(url);
  return isPlain ? new URL(url).origin : undefined;
}

/** Undefined without the header, and for one that is malformed. */
function readForwarded(values: readonly string[] | undefined, isTrusted: ProxyCheck): Told | undefined {
  const elements = values && parseForwarded(values.join(','));
  if (elements === undefined) return undefined;
  // the proxy that added an element names its own client in it
  const first = elements.findLastIndex((element) => !isTrusted(element.get('for')));
  const element = elements[Math.max(0, first)];
  return { proto: element?.get('proto'), host: element?.get('host') };
}

type ForwardedElement = ReadonlyMap<string, string>;

/** The elements of the header, each with its parameters by their names in lower case; undefined if it is malformed. */
function parseForwarded(text: string): readonly ForwardedElement[] | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const pairs = [...text.matchAll(PAIR)];
  if (pairs.map(([whole]) => whole).join('') !== text || pairs.at(-1)?.[4] !== '') return undefined;
  const elements: [string, string][][] = [[]];
  for (const pair of pairs) {
    elements.at(-1)?.push(readPair(pair));
    if (pair[4] === ',') elements.push([]);
  }
  return elements.map((element) => new Map(element));
}

function readPair([, name = '', quoted, token = '']: RegExpExecArray): [string, string] {
  return [name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? token];
}

function readXForwarded(headers: ForwardedRequest['headers'], isTrusted: ProxyCheck): Told {
  const hops = 1 + trustedHops(headers['x-forwarded-for']?.join(',') ?? null, isTrusted);
  const told = (name: string) => {
    const values = headers[name]?.join(',').slice(-MAX_LENGTH).split(',') ?? [];
    return values[Math.max(0, values.length - hops)]?.trim();
  };
  return { proto: told('x-forwarded-proto'), host: told('x-forwarded-host') };
}
