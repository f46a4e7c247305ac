import { AsyncLocalStorage } from 'node:async_hooks';

/** A request before it is answered. */
export type SeenRequest = {
  readonly requestId: string;
  readonly method: string;
  /** The template of its path; never the path itself. */
  readonly route: string;
  readonly headers: Pick<Headers, 'get'>;
};

/** Something that takes time, and what it is a part of. */
export type TraceSpan = {
  /** A part of it that the service does itself. */
  operation(name: string): TraceSpan;
  /** A part of it that the database does, with the name of the statement. */
  statement(name: string): TraceSpan;
  /** It has ended; with an HTTP status, if it is a request, or with an error. */
  end(result?: { readonly status?: number; readonly error?: unknown }): void;
};

/** The request, or the part of it, that a statement is sent for. */
export type Scope = { readonly requestId: string; readonly span: TraceSpan | undefined };

export type Scopes = AsyncLocalStorage<Scope>;

export function createScopes(): Scopes {
  return new AsyncLocalStorage();
}
