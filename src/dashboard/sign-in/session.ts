/** How the server answered. */
export type SignInOutcome = 'signed-in' | 'wrong' | 'link-invalid' | 'throttled' | 'unreachable';

export type SignInRequest =
  | { readonly email: string; readonly password: string }
  | { readonly token: string; readonly password?: string };

export async function openSession(request: SignInRequest): Promise<SignInOutcome> {
  try {
    const { status } = await fetch('/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
    });
    if (status < 300) return 'signed-in';
    if (status === 429) return 'throttled';
    if (status === 401 && 'token' in request) return 'link-invalid';
    return status < 500 ? 'wrong' : 'unreachable';
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
