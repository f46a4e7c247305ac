import { Response } from '@whatwg-node/fetch';
import type { Logger } from 'pino';
import type { Arrival } from '../context.ts';
import type { PublicUrl } from '../domain/public-url.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Headers, json, refusalAnswer } from '../http/answer.ts';
import { requireOwnPage } from '../http/require-own-page.ts';
import { endedCookie, sessionCookie, sessionToken } from '../http/session-cookie.ts';
import { type SignInParts, signIn, signOut } from '../operations/owner/sign-in.ts';
import { refusalOf } from '../operations/refusal-of.ts';
import { browserOf } from './browser.ts';
import { parseCredentials } from './parse-credentials.ts';
import { readJson } from './read-json.ts';

export type OwnerDoor = {
  /** Answers a POST of /session, which signs in, or a DELETE, which signs out. */
  fetch(request: Request, arrival: Arrival): Promise<Response>;
};

type OwnerDoorParts = SignInParts & { readonly publicUrl: () => PublicUrl };

const NO_STORE: Headers = { 'Cache-Control': 'private, no-store' };

/** Where owners sign in and out, for pages of this service only. */
export function createOwnerDoor(log: Logger, parts: OwnerDoorParts): OwnerDoor {
  async function start(request: Request, publicUrl: PublicUrl, arrival: Arrival): Promise<Response> {
    const credentials = parseCredentials(await readJson(request));
    const browser = browserOf(request, publicUrl, arrival);
    const { email, token } = await signIn(parts, credentials, browser, arrival.nowMs);
    const cookie = sessionCookie(token, parts.limits.maxMs, publicUrl);
    return json(200, { email }, { ...NO_STORE, 'Set-Cookie': cookie });
  }

  async function end(request: Request, publicUrl: PublicUrl): Promise<Response> {
    const token = sessionToken(request, publicUrl);
    if (token !== undefined) await signOut(parts.db, token);
    return new Response(null, {
      status: 204,
      headers: { ...NO_STORE, 'Set-Cookie': endedCookie(publicUrl) },
    });
  }

  return {
    async fetch(request, arrival) {
      const publicUrl = parts.publicUrl();
      try {
        requireOwnPage(request, publicUrl);
        return await (request.method === 'POST'
          ? start(request, publicUrl, arrival)
          : end(request, publicUrl));
      } catch (error) {
        if (!(error instanceof Refusal))
          log.error({ err: error, requestId: arrival.requestId }, 'request failed');
        return refusalAnswer(refusalOf(error), NO_STORE);
      }
    },
  };
}
