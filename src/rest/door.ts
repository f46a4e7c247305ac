import type { Logger } from 'pino';
import type { Arrival } from '../context.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Headers, json, jsonText, refusalAnswer } from '../http/answer.ts';
import { authenticatedHeaders } from '../http/authenticated-headers.ts';
import type { ContentCoding } from '../http/content-coding.ts';
import { inOperation } from '../http/in-operation.ts';
import { streamedJson } from '../http/streamed-json.ts';
import { refusalOf } from '../operations/refusal-of.ts';
import type { Route } from './routes.ts';

/** A GET or HEAD of a route. */
type RoutedRequest = Route & {
  readonly method: string;
  readonly query: URLSearchParams;
  readonly coding: ContentCoding | undefined;
};

export type RestDoor = { fetch(request: RoutedRequest, arrival: Arrival): Promise<Response> };

/** Handles a request to a route: authenticates the caller, then runs the operation, which checks everything else. */
export function createRestDoor(log: Logger): RestDoor {
  return {
    async fetch({ method, endpoint, parameters, query, coding }, arrival) {
      const { budget, respond } = endpoint;
      let headers: Headers = {};
      const logFailure = (error: unknown) => {
        log.error({ err: error, requestId: arrival.requestId }, 'request failed');
      };
      try {
        const ctx = await arrival.admit(parameters.siteId);
        const answering = inOperation(arrival, budget, () => respond(ctx, parameters, query));
        const body = await answering.finally(() => (headers = authenticatedHeaders(ctx, budget)));
        if ('value' in body) return json(200, body.value, headers);
        if (method === 'HEAD') return jsonText(200, null, headers);
        return await streamedJson(
          body.chunks,
          { headers, coding },
          { onFailure: logFailure, cut: arrival.cut },
        );
      } catch (error) {
        if (!(error instanceof Refusal)) logFailure(error);
        return refusalAnswer(refusalOf(error), headers);
      }
    },
  };
}
