import { type Refused, refusalIn } from '../answers/refusal.ts';

/** How the server answered. */
export type SignInOutcome = 'signed-in' | SignInFailure;

export type SignInFailure = Refused | 'unreachable';

export type SignInRequest =
  | { readonly email: string; readonly password: string }
  | { readonly token: string; readonly password?: string };

export async function openSession(request: SignInRequest): Promise<SignInOutcome> {
  try {
    const response = await fetch('/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
    });
    return response.ok ? 'signed-in' : ((await refusalIn(response)) ?? 'unreachable');
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

/** A page of ours to come back to; anything else leads to the start. */
export function targetOf(query: URLSearchParams): string {
  const to = query.get('to') ?? '/';
  return /^\/(?:\?|(?:sites|settings)(?:[/?]|$))/.test(to) ? to : '/';
}
