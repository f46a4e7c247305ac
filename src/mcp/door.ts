import { Response } from '@whatwg-node/fetch';
import type { Logger } from 'pino';
import type { Arrival, RequestContext } from '../context.ts';
import { Refusal, type RefusalCode } from '../domain/refusal.ts';
import { type Headers, jsonText, refusalAnswer } from '../http/answer.ts';
import { authenticatedHeaders } from '../http/authenticated-headers.ts';
import { requireReader } from '../operations/access.ts';
import { refusalOf } from '../operations/refusal-of.ts';
import { spend } from '../operations/rules.ts';
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
export function createMcpDoor(log: Logger): McpDoor {
  return {
    async fetch(request, arrival) {
      let ctx: RequestContext | undefined;
      try {
        requireOwnAddress(request, arrival);
        ctx = await arrival.admit();
        requireReader(ctx);
        const message = await readPaid(request, ctx);
        // imported late, since few servers are asked by assistants, and the protocol is large
        const { answerMessage } = await import('./answer-message.ts');
        return withHeaders(await answerMessage({ request, message, ctx, arrival, log }), headersOf(ctx));
      } catch (error) {
        if (error instanceof Refusal)
          return refusalAnswer(error, { ...headersOf(ctx), ...HEADERS_BY_CODE[error.code] });
        log.error({ err: error, requestId: arrival.requestId }, 'request failed');
        return refusalAnswer(refusalOf(error), headersOf(ctx));
      }
    },
  };
}

/**
 * The message or the batch, for a unit of the budget "graphql" each, whatever it asks for: even the list of the tools takes
 * work. A body that cannot be read costs one.
 */
async function readPaid(request: Request, ctx: RequestContext): Promise<unknown> {
  const message = await readMessage(request).catch(async (refusal: unknown) => {
    await spend(ctx, 'graphql');
    throw refusal;
  });
  await spend(ctx, 'graphql', Array.isArray(message) ? Math.max(1, message.length) : 1);
  return message;
}

function headersOf(ctx: RequestContext | undefined): Headers {
  return ctx ? authenticatedHeaders(ctx, 'graphql') : {};
}

function withHeaders({ status, text }: { status: number; text: string }, headers: Headers): Response {
  return text === '' ? new Response(null, { status, headers }) : jsonText(status, text, headers);
}
