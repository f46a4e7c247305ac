import { byOperator } from '../../src/operations/owner/in-account.ts';
import { invite } from '../../src/operations/owner/invitations.ts';
import { besidesCost } from '../support/besides-cost.ts';
import type { TestGateway } from '../support/gateway.ts';
import { makeOwner } from '../support/makers.ts';

/** The address of the service in the tests. */
export const OWN_ORIGIN = 'http://site-traffic.test';

export const PASSWORD = 'correct horse battery';

type Answer = {
  readonly status: number;
  readonly headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the tests compare whole bodies
  readonly body: any;
};

type Asking = {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without one, the request comes from this process. */
  readonly address?: string;
  /** Whom a trusted proxy names. */
  readonly users?: readonly string[];
};

/** Sends JSON to /session, or to another path, as a page of the service does. */
export async function send(gateway: TestGateway, body: unknown, asking: Asking = {}): Promise<Answer> {
  const { method = 'POST', path = '/session', headers = {}, address, users } = asking;
  const request = new Request(OWN_ORIGIN + path, {
    method,
    headers: { origin: OWN_ORIGIN, 'content-type': 'application/json', ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const connection =
    address === undefined && users === undefined
      ? undefined
      : { client: () => address, cut: () => undefined, ...(users && { users }) };
  const response = await gateway.fetch(request, connection);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : besidesCost(JSON.parse(text)),
  };
}

/** The name and value of the cookie that an answer sets. */
export function cookieOf({ headers }: Pick<Answer, 'headers'>): string {
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}

export async function makeInvitation(
  gateway: TestGateway,
  email: string,
  asksForPassword = true,
): Promise<string> {
  const change = byOperator(gateway.db, gateway.clock.now());
  return (await invite(change, email, { asksForPassword })).token;
}

/** An account whose owner has a password, and the cookie of a session. */
export async function makeSignedIn(gateway: TestGateway, plan: 'free' | 'pro' = 'pro') {
  const owner = await makeOwner(gateway.db, plan);
  const token = await makeInvitation(gateway, owner.email);
  const answer = await send(gateway, { token, password: PASSWORD });
  return { ...owner, cookie: cookieOf(answer) };
}

/** Sends a document with a cookie, as a page of the service does. */
export async function ask(
  gateway: TestGateway,
  cookie: string,
  query: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return send(gateway, { query }, { path: '/graphql', headers: { cookie, ...headers } });
}
