import { type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Addresses, type Guard, fixed, judgedAddresses } from './addresses.ts';
import { noResponse } from './no-response.ts';
import { type Headers, flatHeaders, readBegin, withoutUser } from './response.ts';

export type PostParts = Guard & {
  /** How long an attempt may take in all, in milliseconds. */
  readonly withinMs?: number | undefined;
};

export type Posted = {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  /** The begin of the answer's body. */
  readonly text: string;
};

const WITHIN_MS = 10_000;
const MOST_BYTES = 65_536;

/** Posts to an address that an owner gave. Redirects are not followed. Rejects with NoResponse. */
export async function post(
  target: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  { withinMs = WITHIN_MS, ...guard }: PostParts,
): Promise<Posted> {
  const url = new URL(target);
  const signal = AbortSignal.timeout(withinMs);
  try {
    const addresses = await judgedAddresses(url, guard, signal);
    return await send(url, { headers, body, addresses, signal });
  } catch (error) {
    throw noResponse(error, signal, withinMs);
  }
}

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
      readBegin(response, MOST_BYTES).then(({ octets }) => {
        const { statusCode = 0, statusMessage = '', headers: received } = response;
        sent.destroy();
        resolve({
          ...{ status: statusCode, statusText: statusMessage },
          ...{ headers: flatHeaders(received), text: octets.toString('utf8') },
        });
      }, reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function authorizationOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}
