import type { Logger } from 'pino';
import type { AroundQuery, SentQuery } from '../database/held-connection.ts';
import type { Scopes } from './scope.ts';

type StatementParts = {
  readonly scopes: Scopes;
  readonly log: Logger;
  /** A statement that takes longer is logged. */
  readonly slowMs: number;
};

/** Shows each statement as a part of the request that it is sent for, by its name alone: values and texts are data. */
export function watchStatements({ scopes, log, slowMs }: StatementParts): AroundQuery {
  return async (query, send) => {
    const scope = scopes.getStore();
    const name = nameOf(query);
    const span = scope?.span?.statement(name);
    const startedMs = performance.now();
    try {
      const result = await send();
      span?.end();
      return result;
    } catch (error) {
      span?.end({ error });
      throw error;
    } finally {
      const ms = Math.round(performance.now() - startedMs);
      if (ms >= slowMs) log.warn({ requestId: scope?.requestId, statement: name, ms }, 'slow statement');
    }
  };
}

const CONTROL: readonly string[] = ['begin', 'commit', 'rollback'];

/** Statements that are built for one use have no name, and their text is none. */
function nameOf({ name, text }: SentQuery): string {
  return name ?? (CONTROL.includes(text) ? text : 'unnamed');
}
