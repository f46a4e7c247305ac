import type { Client } from './client.ts';
import { isUnusableAfter } from './lost-connection.ts';

/** Sessions whose connections were closed after a fault. They may hold locks that the next transaction would wait for. */
export type LeftoverSessions = {
  add(client: Client): void;
  /** Ends them on the server. Throws if this connection cannot be used either. */
  endThrough(client: Client): Promise<void>;
};

/** How long to wait until an ended session has given back its locks. */
const END_WITHIN_MS = 1_000;

/** Only sessions of this program: meanwhile another program's may have got the same process id. */
const END_SESSIONS = `
  select pg_terminate_backend(pid, ${END_WITHIN_MS}) from pg_stat_activity
  where pid = any($1) and usename = session_user and application_name = current_setting('application_name')`;

export function createLeftoverSessions(): LeftoverSessions {
  let left: readonly number[] = [];
  return {
    add({ processID }) {
      if (processID !== null) left = [...left, processID];
    },
    async endThrough(client) {
      const ended = left;
      if (ended.length === 0) return;
      left = [];
      try {
        await client.ask({ text: END_SESSIONS, values: [ended] });
      } catch (error) {
        if (!isUnusableAfter(error)) return; // they end by their own limits
        left = [...left, ...ended];
        throw error;
      }
    },
  };
}
