import type { DatabaseClient } from './client.ts';
import { isUnusableAfter } from './lost-connection.ts';

/** Sessions whose connections were closed after a fault. They may hold locks that the next transaction would wait for. */
export type LeftoverSessions = {
  add(client: DatabaseClient): void;
  /** Ends them on the server. Throws if this connection cannot be used either. */
  endThrough(client: DatabaseClient): Promise<void>;
};

/** How long to wait until an ended session has given back its locks. */
const END_WITHIN_MS = 1_000;

/** Only sessions of this program: meanwhile another program's may have got the same process id. */
const END_SESSIONS = `
  select pg_terminate_backend(pid, ${END_WITHIN_MS}) from pg_stat_activity
  where pid = any($1) and usename = session_user and application_name = current_setting('application_name')`;

/** A process id, which means nothing on another server. */
type Left = { readonly processID: number; readonly server: string };

export function createLeftoverSessions(): LeftoverSessions {
  let left: readonly Left[] = [];
  return {
    add({ processID, host, port }) {
      if (processID !== null) left = [...left, { processID, server: `${host}:${port}` }];
    },
    async endThrough(client) {
      const ended = left.filter(({ server }) => server === `${client.host}:${client.port}`);
      // after a failover those of the other server have ended with it
      left = [];
      if (ended.length === 0) return;
      try {
        await client.ask({ text: END_SESSIONS, values: [ended.map(({ processID }) => processID)] });
      } catch (error) {
        if (!isUnusableAfter(error)) return; // they end by their own limits
        left = [...left, ...ended];
        throw error;
      }
    },
  };
}
