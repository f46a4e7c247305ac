import { Response } from '@whatwg-node/fetch';
import type { Logger } from 'pino';
import type { Arrival } from '../context.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Headers, json, refusalAnswer } from '../http/answer.ts';
import { endedCookie, sessionCookie, sessionToken } from '../http/session-cookie.ts';
import { type SignInParts, checkInvitation, signIn, signOut } from '../operations/owner/sign-in.ts';
import { refusalOf } from '../operations/refusal-of.ts';
import { browserOf } from './browser.ts';
import { parseCredentials } from './parse-credentials.ts';
import { readJson } from './read-json.ts';

export type OwnerDoor = {
  /** Answers a POST of /session, which signs in or checks a link, or a DELETE, which signs out. */
  fetch(request: Request, arrival: Arrival): Promise<Response>;
};

const NO_STORE: Headers = { 'Cache-Control': 'private, no-store' };

/** Where owners sign in and out, for pages of this service only. */
export function createOwnerDoor(log: Logger, parts: SignInParts): OwnerDoor {
  async function start(request: Request, arrival: Arrival): Promise<Response> {
    const credentials = parseCredentials(await readJson(request));
    const browser = browserOf(request, arrival);
    if ('checked' in credentials) {
      const { asksForPassword } = await checkInvitation(parts, credentials.checked, browser, arrival.nowMs);
      return json(200, { asks_for_password: asksForPassword }, NO_STORE);
    }
    const { email, token } = await signIn(parts, credentials, browser, arrival.nowMs);
    const cookie = sessionCookie(token, parts.limits.maxMs, arrival.publicUrl());
    return json(200, { email }, { ...NO_STORE, 'Set-Cookie': cookie });
  }

  async function end(request: Request, arrival: Arrival): Promise<Response> {
    const publicUrl = arrival.publicUrl();
    const token = sessionToken(request, publicUrl);
    if (token !== undefined) await signOut(parts.db, token);
    return new Response(null, {
      status: 204,
      headers: { ...NO_STORE, 'Set-Cookie': endedCookie(publicUrl) },
    });
  }

  return {
    async fetch(request, arrival) {
      try {
        arrival.requireOwnPage();
        return await (request.method === 'POST' ? start(request, arrival) : end(request, arrival));
      } catch (error) {
        if (!(error instanceof Refusal))
          log.error({ err: error, requestId: arrival.requestId }, 'request failed');
        return refusalAnswer(refusalOf(error), NO_STORE);
      }
    },
  };
}
