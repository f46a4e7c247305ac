import { type Refused, refusalIn } from '../answers/refusal.ts';

/** How the server answered. */
export type SignInOutcome = 'signed-in' | SignInFailure;

/** What a sign-in link asks for. */
export type LinkOutcome = 'new-password' | SignInOutcome;

export type SignInFailure = Refused | 'unreachable';

export type SignInRequest =
  | { readonly email: string; readonly password: string }
  | { readonly token: string; readonly password?: string };

export async function openSession(request: SignInRequest): Promise<SignInOutcome> {
  const response = await post(request);
  return response instanceof Response ? 'signed-in' : response;
}

/** Signs in with a link, unless it asks for a new password. It is checked before, as a refusal is logged by the browser. */
export async function openLink(token: string): Promise<LinkOutcome> {
  const response = await post({ token, check: true });
  if (!(response instanceof Response)) return response;
  const { asks_for_password: asks } = Object(await response.json().catch(() => undefined)) as {
    readonly asks_for_password?: unknown;
  };
  return asks === true ? 'new-password' : openSession({ token });
}

/** The response, if it is a success. Never rejects. */
async function post(body: object): Promise<Response | SignInFailure> {
  try {
    const response = await fetch('/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.ok ? response : ((await refusalIn(response)) ?? 'unreachable');
  } catch {
    return 'unreachable';
  }
}

/** Loads the page afresh, so that nothing of the session stays in memory. */
export async function closeSession(): Promise<void> {
  try {
    const { ok } = await fetch('/session', {
      method: 'DELETE',
      headers: { 'Content-Type': 'application/json' },
    });
    if (ok) location.assign('/sign-in');
  } catch {
    // still signed in: the server was not reached
  }
}
