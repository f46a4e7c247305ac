import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import type { ServerName } from './servers.ts';

const WINDOW_MS = 60_000;

type Use = { readonly server: ServerName; readonly endedMs: number; readonly perKey: number };

/**
 * Checks that no request was refused because of its account's limit. The statuses alone do not show that: GraphQL may
 * answer 200 with an error inside.
 */
export type BudgetWatch = {
  /** Records a load that has just ended. Throws if an account may have reached its limit. */
  note(server: ServerName, load: { readonly requests: number; readonly keys: number }): void;
};

export function createBudgetWatch(): BudgetWatch {
  let uses: readonly Use[] = [];
  return {
    note(server, { requests, keys }) {
      const nowMs = performance.now();
      const recent = uses.filter(({ endedMs }) => nowMs - endedMs < WINDOW_MS);
      uses = [...recent, { server, endedMs: nowMs, perKey: Math.ceil(requests / keys) }];
      const spent = uses.filter((use) => use.server === server).reduce((sum, use) => sum + use.perKey, 0);
      // Counts the requests of all operations together, which is more than any single operation had.
      if (spent < DEFAULT_PLANS.pro.requestsPerMinute) return;
      throw new Error(
        `${server} may have met a limit: ${spent} requests for a key in a minute; take more keys`,
      );
    },
  };
}
