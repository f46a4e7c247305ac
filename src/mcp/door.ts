import { Response } from '@whatwg-node/fetch';
import type { Logger } from 'pino';
import type { Arrival } from '../context.ts';
import type { PublicUrl } from '../domain/public-url.ts';
import { Refusal, type RefusalCode } from '../domain/refusal.ts';
import { type Headers, jsonText, refusalAnswer } from '../http/answer.ts';
import { requireReader } from '../operations/access.ts';
import { readMessage } from './read-message.ts';
import { requireOwnAddress } from './require-own-address.ts';

export type McpDoor = {
  /** Answers a POST to /mcp. */
  fetch(request: Request, arrival: Arrival): Promise<Response>;
};

/** The rest of a message that is too large is not read. */
const HEADERS_BY_CODE: Partial<Record<RefusalCode, Headers>> = {
  MESSAGE_TOO_LARGE: { Connection: 'close' },
};

/**
 * The Model Context Protocol over HTTP without sessions, for keys that read. What comes before the protocol is refused
 * with the error object and its status, the same as in REST.
 */
export function createMcpDoor(log: Logger, publicUrl: () => PublicUrl): McpDoor {
  return {
    async fetch(request, arrival) {
      let headers: Headers = {};
      try {
        requireOwnAddress(request, publicUrl());
        const ctx = await arrival.admit();
        headers = { 'Cache-Control': 'private, no-store' };
        requireReader(ctx);
        const message = await readMessage(request);
        // imported late, since few servers are asked by assistants, and the protocol is large
        const { answerMessage } = await import('./answer-message.ts');
        return withHeaders(await answerMessage({ request, message, ctx, arrival, log }), headers);
      } catch (error) {
        if (error instanceof Refusal)
          return refusalAnswer(error, { ...headers, ...HEADERS_BY_CODE[error.code] });
        log.error({ err: error, requestId: arrival.requestId }, 'request failed');
        return refusalAnswer(error, headers);
      }
    },
  };
}

function withHeaders({ status, text }: { status: number; text: string }, headers: Headers): Response {
  return text === '' ? new Response(null, { status, headers }) : jsonText(status, text, headers);
}
