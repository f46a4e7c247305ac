import { createDelivery } from './delivery.ts';
import { createHooks } from './hooks.ts';
import { readOptions } from './options.ts';
import { createOutbox } from './outbox.ts';
import { createProblems } from './problems.ts';
import type { SiteTraffic, SiteTrafficOptions } from './types.ts';
import { createWatch } from './watch.ts';

export type * from './types.ts';

/**
 * Tells the collector of every request that a server finished, in batches, in the background. The host's own requests
 * wait for nothing and fail of nothing here. Throws a TypeError for an option that cannot be used.
 */
export function siteTraffic(options: SiteTrafficOptions): SiteTraffic {
  const settings = readOptions({ ...options });
  const problems = createProblems(settings);
  const outbox = createOutbox(settings, problems, createDelivery(settings, problems));
  // Signals stay the host's. A process that ends because nothing is left to do still sends what is held.
  const atExit = () => void close();
  process.once('beforeExit', atExit);
  function close(): Promise<void> {
    process.off('beforeExit', atExit);
    return outbox.close();
  }
  return { ...createHooks(createWatch(settings, problems, outbox.take)), close };
}
