import type { Response } from '@whatwg-node/fetch';
import type { Logger } from 'pino';
import type { Arrival } from '../context.ts';
import { isJsonObject, parseJson } from '../domain/json.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Headers, json, refusalAnswer } from '../http/answer.ts';
import { shareCookie } from '../http/share-cookie.ts';
import { type ShareParts, openShareLink } from '../operations/owner/authenticate-share.ts';
import { refusalOf } from '../operations/refusal-of.ts';
import { readJson } from './read-json.ts';

export type ShareDoor = {
  /** Answers a POST of /session/share, which exchanges the token of a share link for a cookie. */
  fetch(request: Request, arrival: Arrival): Promise<Response>;
};

export const SHARE_PATH = '/session/share';

const NO_STORE: Headers = { 'Cache-Control': 'private, no-store' };

/** Longer ones belong to no link. */
const LONGEST_TOKEN = 1_000;

/** Where the page of a share link gets the cookie that opens it. */
export function createShareDoor(log: Logger, parts: ShareParts): ShareDoor {
  async function open(request: Request, arrival: Arrival): Promise<Response> {
    const { nowMs, client } = arrival;
    arrival.requireOwnPage();
    const token = parseToken(await readJson(request));
    const { id, expiresAtMs } = await openShareLink(parts, { token, client }, nowMs);
    const cookie = shareCookie(id, token, expiresAtMs - nowMs, arrival.publicUrl());
    return json(200, { link: id }, { ...NO_STORE, 'Set-Cookie': cookie });
  }

  return {
    async fetch(request, arrival) {
      try {
        return await open(request, arrival);
      } catch (error) {
        if (!(error instanceof Refusal))
          log.error({ err: error, requestId: arrival.requestId }, 'request failed');
        return refusalAnswer(refusalOf(error), NO_STORE);
      }
    },
  };
}

/** The token in a body. Throws INVALID_JSON and INVALID_PARAMETER, which do not repeat what came. */
function parseToken(text: string): string {
  const given = parseJson(text);
  if (!isJsonObject(given))
    throw new Refusal('INVALID_JSON', { message: 'The request body must be a JSON object: {"token"}.' });
  const { token } = given;
  if (typeof token === 'string' && token.length <= LONGEST_TOKEN) return token;
  throw new Refusal('INVALID_PARAMETER', {
    message: `The token must be a string of at most ${LONGEST_TOKEN} characters.`,
  });
}
