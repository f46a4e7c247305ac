import { createDelivery } from './delivery.ts';
import { createHooks } from './hooks.ts';
import { readManner, readTarget } from './options.ts';
import { createOutbox } from './outbox.ts';
import { createProblems } from './problems.ts';
import type { SiteTraffic, SiteTrafficOptions } from './types.ts';
import { createWatch } from './watch.ts';

export type * from './types.ts';

const { subscribe, unsubscribe } = process.getBuiltinModule('node:diagnostics_channel');

/** Node.js publishes every request to its servers here, before their handlers run. */
const REQUEST_START = 'http.server.request.start';

/**
 * Sends every request that a server has finished to the collector, in batches, in the background. It never delays a
 * request of the host or makes one fail. Without a url, a site or a key that can be used it reports so once and records
 * nothing: a variable of the environment that is missing must not end the host. Throws a TypeError for any other bad option.
 */
export function siteTraffic(options: SiteTrafficOptions): SiteTraffic {
  const manner = readManner({ ...options });
  const problems = createProblems(manner);
  const target = readTarget({ ...options });
  if ('wrong' in target) {
    problems.report('NOT_CONFIGURED', `no requests are recorded: ${target.wrong}`);
    return { ...createHooks(ignore), everyServer: ignore, close: () => Promise.resolve() };
  }
  const settings = { ...manner, ...target };
  const outbox = createOutbox(settings, problems, createDelivery(settings, problems));
  const watch = createWatch(settings, problems, outbox.take);
  const onStart = watch as (message: unknown) => void;
  // Signals are left to the host. A process that ends because it has nothing left to do sends the held requests first.
  const atExit = () => void close();
  process.once('beforeExit', atExit);
  function close(): Promise<void> {
    process.off('beforeExit', atExit);
    unsubscribe(REQUEST_START, onStart);
    return outbox.close();
  }
  return { ...createHooks(watch), everyServer: () => subscribe(REQUEST_START, onStart), close };
}

function ignore(): void {
  // nothing is recorded
}
