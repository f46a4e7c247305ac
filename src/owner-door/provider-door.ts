import { Response } from '@whatwg-node/fetch';
import type { Logger } from 'pino';
import type { Arrival } from '../context.ts';
import { type IdentityProvider, ProviderProblem, deriveChecks } from '../domain/identity.ts';
import type { PublicUrl } from '../domain/public-url.ts';
import { generateToken } from '../domain/session.ts';
import { createCookie } from '../http/cookies.ts';
import { sessionCookie } from '../http/session-cookie.ts';
import type { SignInParts } from '../operations/owner/sign-in.ts';
import {
  type ProviderFailure,
  isSession,
  signInByProvider,
} from '../operations/owner/sign-in-by-provider.ts';
import { browserOf } from './browser.ts';
import { returnUrl } from './return-path.ts';

/** Both redirect, and report failures to the page for signing in, as `failed` in its query. */
export type ProviderDoor = {
  /** Answers a GET of /session/oidc: leads the browser to the provider. */
  begin(request: Request, arrival: Arrival): Promise<Response>;
  /**
   * Answers a GET of /session/oidc/callback, to which the provider sends the browser back. It signs in, although it is a
   * GET: the protocol wants it so. The state in the URL, which belongs to the cookie of `begin`, stands in for the check
   * of Origin, which browsers do not send here.
   */
  finish(request: Request, arrival: Arrival): Promise<Response>;
};

type ProviderDoorParts = SignInParts & {
  readonly provider: IdentityProvider;
};

export const BEGIN_PATH = '/session/oidc';
export const FINISH_PATH = '/session/oidc/callback';

/**
 * Keeps the secret of a sign-in under way and the page to return to, in the browser only. It needs no signature: whoever
 * could write it could as well begin a sign-in of their own.
 */
const COOKIE = createCookie('sign-in');
const COOKIE_SECONDS = 600;

/** Where owners sign in at a provider of identities. */
export function createProviderDoor(log: Logger, parts: ProviderDoorParts): ProviderDoor {
  const { provider } = parts;

  function onProblem(arrival: Arrival, { kind, message: reason }: ProviderProblem): void {
    log.warn({ requestId: arrival.requestId, kind, reason }, 'sign-in at the provider failed');
  }

  function fail(failure: ProviderFailure, to: string | null, publicUrl: PublicUrl): Response {
    const url = new URL('/sign-in', publicUrl.base);
    url.searchParams.set('failed', failure);
    if (to !== null) url.searchParams.set('to', to);
    return redirect(url, [COOKIE.write('', 0, publicUrl)]);
  }

  return {
    async begin(request, arrival) {
      const publicUrl = arrival.publicUrl();
      const to = new URL(request.url).searchParams.get('to');
      const secret = generateToken();
      try {
        const url = await provider.begin(deriveChecks(secret), publicUrl.base + FINISH_PATH);
        const { pathname, search } = returnUrl(to, publicUrl.base);
        return redirect(url, [COOKIE.write(pack(secret, pathname + search), COOKIE_SECONDS, publicUrl)]);
      } catch (error) {
        if (!(error instanceof ProviderProblem)) throw error;
        onProblem(arrival, error);
        return fail(error.kind, to, publicUrl);
      }
    },

    async finish(request, arrival) {
      const publicUrl = arrival.publicUrl();
      const { secret, to } = unpack(COOKIE.read(request, publicUrl));
      // the address that the provider knows, whatever the Host header says
      const url = new URL(FINISH_PATH + new URL(request.url).search, publicUrl.base);
      const outcome = await signInByProvider(parts, {
        returned: { url, secret },
        browser: browserOf(request, arrival),
        nowMs: arrival.nowMs,
        onProblem: (problem) => {
          onProblem(arrival, problem);
        },
      }).catch((err: unknown) => {
        log.error({ err, requestId: arrival.requestId }, 'request failed');
        return 'unavailable' as const;
      });
      if (!isSession(outcome)) return fail(outcome, to, publicUrl);
      const session = sessionCookie(outcome.token, parts.limits.maxMs, publicUrl);
      return redirect(returnUrl(to, publicUrl.base), [session, COOKIE.write('', 0, publicUrl)]);
    },
  };
}

function pack(secret: string, to: string): string {
  return `${secret}.${Buffer.from(to).toString('base64url')}`;
}

function unpack(value = ''): { readonly secret: string | undefined; readonly to: string | null } {
  const [, secret, to = ''] = /^([\w-]{43})\.([\w-]+)$/.exec(value) ?? [];
  return { secret, to: to === '' ? null : Buffer.from(to, 'base64url').toString() };
}

/** The next page learns nothing of this URL, which may have a code of the provider in it. */
function redirect(url: URL, cookies: readonly string[]): Response {
  const headers = new Headers({
    Location: url.href,
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
  });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: 303, headers });
}
