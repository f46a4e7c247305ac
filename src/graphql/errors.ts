import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import { Refusal } from '../domain/refusal.ts';
import { refusalHeaders } from '../http/answer.ts';
import { refusalOf } from '../operations/refusal-of.ts';
import type { Visiting } from './visit.ts';
import { GRAPHQL_WORDING } from './wording.ts';

/** The HTTP part of an error, as Yoga reads it. With `spec`, application/json gets 200 (GraphQL over HTTP). */
type HttpSide = { readonly status?: number; readonly headers?: Readonly<Record<string, string>> };

/** Wraps what was thrown outside any field, because Yoga would split an AggregateError. */
export function refuseRequest(thrown: unknown, http?: HttpSide): GraphQLError {
  const originalError = thrown instanceof Error ? thrown : new Error('not an error', { cause: thrown });
  return new GraphQLError(originalError.message, { originalError, extensions: http && { http } });
}

/**
 * Makes every error of a response public: refusals get their code and message, mistakes in the document keep the words
 * of graphql-js, and anything unexpected becomes SERVER_ERROR, its cause logged once with the id of the request.
 */
export function usePublicErrors(log: Logger): Plugin<object, Visiting> {
  return {
    onResultProcess(processing) {
      const { result, serverContext } = processing;
      if (!('errors' in result)) return;
      const { requestId } = serverContext.visit.arrival;
      const failures = new Set<unknown>();
      const errors = result.errors.map((error) => publicError(error, (cause) => failures.add(cause)));
      for (const err of failures) log.error({ err, requestId }, 'request failed');
      processing.setResult({ ...result, errors });
    },
  };
}

function publicError(error: GraphQLError, fail: (cause: unknown) => void): GraphQLError {
  const cause = causeOf(error);
  if (cause instanceof Refusal) return refused(error, cause);
  if (cause instanceof GraphQLError && blamesDocument(error, cause)) return complaint(error);
  fail(cause);
  return refused(error, refusalOf(cause));
}

function causeOf(error: GraphQLError): Error {
  const { originalError } = error;
  if (originalError instanceof GraphQLError) return causeOf(originalError);
  return originalError ?? error;
}

/** An error of a scalar or enum without a place in the document is about a value of ours, so it is our mistake. */
function blamesDocument(error: GraphQLError, cause: GraphQLError): boolean {
  return error.path === undefined || cause.nodes !== undefined;
}

function refused(error: GraphQLError, refusal: Refusal): GraphQLError {
  const { code, status, retryAfterSeconds } = refusal;
  return withExtensions(error, refusal.wordedBy(GRAPHQL_WORDING), {
    code,
    ...(retryAfterSeconds !== undefined && { retry_after: retryAfterSeconds }),
    ...(error.path === undefined && {
      http: { status, headers: refusalHeaders(refusal), ...error.extensions['http'] },
    }),
  });
}

/** A mistake in the document, its variables or arguments. Outside any field, nothing was executed: status 400. */
function complaint(error: GraphQLError): GraphQLError {
  return withExtensions(error, error.message, {
    code: error.extensions['code'] ?? 'INVALID_PARAMETER',
    ...(error.path === undefined && { http: error.extensions['http'] ?? { spec: true, status: 400 } }),
  });
}

function withExtensions(
  error: GraphQLError,
  message: string,
  extensions: Record<string, unknown>,
): GraphQLError {
  const { nodes, source, positions, path } = error;
  return new GraphQLError(message, { nodes: nodes ?? null, source, positions, path, extensions });
}
