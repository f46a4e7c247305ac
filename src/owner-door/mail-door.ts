import type { Response } from '@whatwg-node/fetch';
import type { Logger } from 'pino';
import type { Arrival } from '../context.ts';
import { Refusal } from '../domain/refusal.ts';
import { refusalAnswer } from '../http/answer.ts';
import { type MailParts, openMailLink, readMailLink } from '../operations/delivery/mail-links.ts';
import { MAIL_FOLDER } from '../operations/delivery/messages.ts';
import { refusalOf } from '../operations/refusal-of.ts';
import { askingPage, donePage, invalidPage } from './mail-page.ts';

export type MailDoor = {
  /** Answers a GET of a link in a mail, which asks, or a POST, which does what it is for (RFC 8058). */
  fetch(request: Pick<Request, 'method'>, token: string, arrival: Arrival): Promise<Response>;
};

export const MAIL_ROUTE = `${MAIL_FOLDER}{token}`;

/** What mail programs send with one click (`List-Unsubscribe=One-Click`), and browsers, which send nothing. */
export const MAX_MAIL_BYTES = 1_024;

const MAIL_PATH = /^\/mail\/([\w-]{3,100})$/;

/** The token in the path of a link; undefined for other paths. */
export function matchMailRoute(pathname: string): string | undefined {
  return MAIL_PATH.exec(pathname)?.[1];
}

/** Where who gets mails confirms that they want them, and unsubscribes. The token is all that it takes. */
export function createMailDoor(log: Logger, parts: MailParts): MailDoor {
  async function answer(method: string, token: string, { client, nowMs }: Arrival): Promise<Response> {
    const link = readMailLink(token);
    if (link === undefined) return invalidPage(404);
    if (method !== 'POST') return askingPage(link.wish);
    await openMailLink(parts, { ...link, client }, nowMs);
    return donePage(link.wish);
  }

  return {
    async fetch({ method }, token, arrival) {
      try {
        return await answer(method, token, arrival);
      } catch (error) {
        const refusal = refusalOf(error);
        if (!(error instanceof Refusal))
          log.error({ err: error, requestId: arrival.requestId }, 'request failed');
        return refusal.code === 'MAIL_LINK_INVALID' ? invalidPage(refusal.status) : refusalAnswer(refusal);
      }
    },
  };
}
