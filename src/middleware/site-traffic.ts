import { createDelivery } from './delivery.ts';
import { createHooks } from './hooks.ts';
import { readOptions } from './options.ts';
import { createOutbox } from './outbox.ts';
import { createProblems } from './problems.ts';
import type { SiteTraffic, SiteTrafficOptions } from './types.ts';
import { createWatch } from './watch.ts';

export type * from './types.ts';

/**
 * Sends every request that a server has finished to the collector, in batches, in the background. It never delays a
 * request of the host or makes one fail. Throws a TypeError for a bad option.
 */
export function siteTraffic(options: SiteTrafficOptions): SiteTraffic {
  const settings = readOptions({ ...options });
  const problems = createProblems(settings);
  const outbox = createOutbox(settings, problems, createDelivery(settings, problems));
  // Signals are left to the host. A process that ends because it has nothing left to do sends the held requests first.
  const atExit = () => void close();
  process.once('beforeExit', atExit);
  function close(): Promise<void> {
    process.off('beforeExit', atExit);
    return outbox.close();
  }
  return { ...createHooks(createWatch(settings, problems, outbox.take)), close };
}
