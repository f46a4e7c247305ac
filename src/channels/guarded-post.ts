import { promises as dns } from 'node:dns';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type LookupFunction, isIP } from 'node:net';
import { wordsOf } from './network-words.ts';
import { type AddressRules, bareHost, problemOfAddress } from './web-target.ts';

export type Address = { readonly address: string; readonly family: number };

export type Lookup = (host: string) => Promise<readonly Address[]>;

export type PostParts = {
  /** Whether private networks may be reached, and these by http. */
  readonly allowsPrivate: boolean;
  readonly lookup?: Lookup | undefined;
  /** How long an attempt may take in all, in milliseconds. */
  readonly withinMs?: number | undefined;
};

export type Posted = {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The begin of the answer's body. */
  readonly text: string;
};

/** Why there is no answer, in words for the owner. */
export class NotPosted extends Error {
  override readonly name = 'NotPosted';
}

const WITHIN_MS = 10_000;
const MOST_BYTES = 65_536;

/**
 * Posts to an address that an owner gave, which is hostile until shown otherwise: its name is looked up once, all addresses found
 * are judged, and the connection is made to one of just these. Redirects are not followed. Rejects with NotPosted.
 */
export async function post(
  target: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  { allowsPrivate, lookup = lookUp, withinMs = WITHIN_MS }: PostParts,
): Promise<Posted> {
  const url = new URL(target);
  const signal = AbortSignal.timeout(withinMs);
  try {
    const rules = { allowsPrivate, isEncrypted: url.protocol === 'https:' };
    const addresses = await orAborted(signal, judged(bareHost(url), rules, lookup));
    return await send(url, { headers, body, addresses, signal });
  } catch (error) {
    if (error instanceof NotPosted) throw error;
    if (signal.aborted) throw new NotPosted(`no answer within ${withinMs / 1_000} seconds`, { cause: error });
    throw new NotPosted(wordsOf(error), { cause: error });
  }
}

/** The addresses to connect to. Every address of the name must be allowed: which one is taken is chance. */
async function judged(host: string, rules: AddressRules, lookup: Lookup): Promise<Addresses> {
  const family = isIP(host);
  const [first, ...others] = family === 0 ? await lookup(host) : [{ address: host, family }];
  if (first === undefined) throw new NotPosted(`the name ${host} has no address`);
  for (const { address } of [first, ...others]) {
    const problem = problemOfAddress(address, rules);
    if (problem !== undefined) throw new NotPosted(`${host} leads to ${problem}`);
  }
  return [first, ...others];
}

async function lookUp(host: string) {
  return dns.lookup(host, { all: true });
}

/** A look-up cannot be stopped. */
async function orAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });
  return Promise.race([work, aborted]);
}

type Addresses = readonly [Address, ...Address[]];

type Sending = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly addresses: Addresses;
  readonly signal: AbortSignal;
};

async function send(url: URL, { headers, body, addresses, signal }: Sending): Promise<Posted> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const options: RequestOptions = {
    method: 'POST',
    headers: {
      'User-Agent': 'site-traffic',
      ...headers,
      ...authorizationOf(url),
      'Content-Length': Buffer.byteLength(body),
    },
    agent: false,
    auth: null,
    lookup: fixed(addresses),
    signal,
  };
  return new Promise((resolve, reject) => {
    const sent = request(withoutUser(url), options, (response) => {
      readBegin(response).then((text) => {
        const { statusCode = 0, statusMessage = '', headers: received } = response;
        sent.destroy();
        resolve({ status: statusCode, statusText: statusMessage, headers: flat(received), text });
      }, reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Connects to an address that was judged, whatever the name leads to by now: to the next one if one is not reached. */
function fixed(addresses: Addresses): LookupFunction {
  const [{ address, family }] = addresses;
  return (_, { all }, done) => {
    if (all === true) done(null, [...addresses]);
    else done(null, address, family);
  };
}

function authorizationOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

function withoutUser(url: URL): URL {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}

/** The rest of a long answer is left unread. */
async function readBegin(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MOST_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MOST_BYTES).toString('utf8');
}

function flat(headers: IncomingMessage['headers']): Posted['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}
