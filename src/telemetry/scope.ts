import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './tracing.ts';

/** The request, or the part of it, that a statement is sent for. */
export type Scope = { readonly requestId: string; readonly span: Span | undefined };

export type Scopes = AsyncLocalStorage<Scope>;

export function createScopes(): Scopes {
  return new AsyncLocalStorage();
}
