import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import type { OpenidSettings } from '../../src/identity-provider/openid-provider.ts';
import { atEnd } from './at-end.ts';

/** What the provider says of a person; their name at the provider is the subject. */
type Claims = { readonly email?: string; readonly email_verified?: boolean };

export type TestProvider = {
  readonly settings: OpenidSettings;
  readonly people: Map<string, Claims>;
  /** Answers requests, or breaks their connections. */
  setUp(isUp: boolean): void;
  /** The paths that were requested, with the method. */
  readonly requests: readonly string[];
};

type Options = {
  /** Whether the ID token has the e-mail address; else only the endpoint `userinfo` does. */
  readonly emailInToken?: boolean;
};

/** A real OpenID Connect provider on a free port, with pages where anybody signs in under any name. */
export async function startOpenidProvider(redirectUri: string, options: Options = {}): Promise<TestProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { issuer, clientId: 'site-traffic', clientSecret: 'a client secret' };
  const people = new Map<string, Claims>();
  const answer = await createAnswer(settings, redirectUri, people, options);
  const requests: string[] = [];
  let isAnswering = true;
  server.on('request', (request, response) => {
    requests.push(`${request.method ?? ''} ${new URL(request.url ?? '', issuer).pathname}`);
    if (isAnswering) answer(request, response);
    else request.socket.destroy();
  });
  return {
    settings,
    people,
    requests,
    setUp(isUp) {
      isAnswering = isUp;
    },
  };
}

const HOUR = 3_600;

async function createAnswer(
  { issuer, clientId, clientSecret }: OpenidSettings,
  redirectUri: string,
  people: ReadonlyMap<string, Claims>,
  { emailInToken = false }: Options,
): Promise<RequestListener> {
  // It warns that its keys and pages are for tests, and of Node.js 20.
  const quiet = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'info')].map((spy) => spy.mockReturnValue());
  const { default: Provider } = await import('oidc-provider');
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: !emailInToken,
    ttl: { Interaction: HOUR, Session: HOUR, Grant: HOUR, AccessToken: HOUR, IdToken: HOUR },
    cookies: { keys: ['a key of the tests'] },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
  });
  for (const spy of quiet) spy.mockRestore();
  const answer = provider.callback();
  return (request, response) => {
    void answer(request, response);
  };
}

/**
 * Goes through the pages of the provider as a browser does: signs in and consents, or else turns back. Returns the URL
 * to which the provider sends the browser, which is at another host.
 */
export async function passProvider(start: string, login: string | undefined): Promise<URL> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(start);
  let [url, init]: [URL, RequestInit] = [new URL(start), {}];
  while (url.origin === origin) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, headers: { cookie }, redirect: 'manual' });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const page = await response.text();
    const location = response.headers.get('location');
    [url, init] = location === null ? answerPage(page, url, login) : [new URL(location, url), {}];
  }
  return url;
}

function answerPage(page: string, url: URL, login: string | undefined): [URL, RequestInit] {
  const read = (pattern: RegExp) => {
    const [, found] = pattern.exec(page) ?? [];
    if (found === undefined) throw new Error(`no page of the provider: ${page}`);
    return found;
  };
  if (login === undefined) return [new URL(read(/href="([^"]*\/abort)"/), url), {}];
  const body = new URLSearchParams({ prompt: read(/name="prompt" value="(\w+)"/), login, password: 'any' });
  return [new URL(read(/action="([^"]+)"/), url), { method: 'POST', body }];
}
