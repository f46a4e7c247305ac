import type { Config } from '../../settings/config.ts';
import type { LogBook } from '../../operations/recording/log-book.ts';
import type { Recorder } from '../../operations/recording/record-events.ts';
import type { ReadOptions } from '../../logs/batches.ts';
import { type Remembering, landingsBefore } from '../../logs/landings-before.ts';
import { recordedParts } from '../../logs/recorded-parts.ts';
import type { Classifying } from './classifying.ts';

type Kept = { readonly recorder: Pick<Recorder, 'attribution'>; readonly siteId: string };

/**
 * Where landings are kept that were recorded before, for the conversions that the site's logs have. Undefined if there are
 * none, or their products are not looked up.
 */
export function rememberingFor(
  { attributionMinutes }: Config,
  { recording }: Classifying,
  { recorder: { attribution }, siteId }: Kept,
): Remembering | undefined {
  if (attribution === undefined || attributionMinutes === 0) return undefined;
  if (recording.conversionRulesFile === undefined) return undefined;
  return {
    windowMs: attributionMinutes * 60_000,
    remember: (landings) => attribution.remember(siteId, landings),
  };
}

type Following = {
  readonly book: Pick<LogBook, 'find'>;
  readonly readOptions: ReadOptions;
  readonly stop: AbortSignal;
};

/** Returns what reads the landings again that are open where the follower of a path goes on: once for each path. */
export function createRememberer(
  { book, readOptions, stop }: Following,
  remembering: Remembering | undefined,
): (path: string) => Promise<void> {
  const done = new Map<string, Promise<void>>();
  async function rememberLog(path: string): Promise<void> {
    if (remembering === undefined) return;
    const { windowMs, remember } = remembering;
    const parts = recordedParts(path, { book, stop });
    remember(await landingsBefore(parts, { readOptions, windowMs }));
  }
  return (path) => {
    const before = done.get(path) ?? rememberLog(path);
    done.set(path, before);
    return before;
  };
}
