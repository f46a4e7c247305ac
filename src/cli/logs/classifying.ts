import { availableParallelism } from 'node:os';
import type { Config, RecordingConfig } from '../../settings/config.ts';
import { type Exclusions, NO_EXCLUSIONS, sameExclusions } from '../../domain/exclusions.ts';
import { createClassifier } from '../../recording/classify-request.ts';
import type { FormatName } from '../../recording/log-formats.ts';
import type { ReadOptions } from '../../logs/batches.ts';
import type { LogBook } from '../../operations/recording/log-book.ts';
import type { ScanRules } from '../../logs/scan-lines.ts';
import { type ScanThreads, createScanThreads } from '../../logs/scan-threads.ts';
import { proxyTestFor } from './proxy-test.ts';
import { reasonOf } from '../failures.ts';
import { note } from '../output.ts';
import { openRequestRules } from '../../serving/request-rules.ts';
import type { Shell } from '../shell.ts';

/** The options of both commands that read logs. */
export type LogOptions = {
  readonly format?: FormatName;
  readonly conversions?: string;
  readonly trustedProxies?: readonly string[];
};

/** How the lines of a site's logs become events: what a thread that reads them needs to know. */
export type Classifying = {
  readonly recording: RecordingConfig;
  readonly siteDomain: string;
  readonly exclusions: Exclusions;
  readonly format: FormatName | undefined;
  readonly trustedProxies: readonly string[] | undefined;
};

/** A site, which may be only a domain. */
type LoggedSite = { readonly domain: string; readonly exclusions?: Exclusions };

/**
 * What the settings and the options say. A file of conversion rules on the command line replaces the one in the settings.
 */
export function classifyingFor(
  { recording }: Config,
  { domain: siteDomain, exclusions = NO_EXCLUSIONS }: LoggedSite,
  { conversions, format, trustedProxies }: LogOptions,
): Classifying {
  const conversionRulesFile = conversions ?? recording.conversionRulesFile;
  return {
    ...{ recording: { ...recording, conversionRulesFile }, siteDomain, exclusions },
    ...{ format, trustedProxies },
  };
}

type OpenedClassifying = {
  readonly rules: ScanRules;
  /** Tells what the site excludes now, which holds for all lines that are scanned from then on. */
  readonly exclude: (exclusions: Exclusions) => void;
  readonly close: () => void;
};

/** Opens the classifier of a site's requests. Throws Unusable for a file that cannot be used. */
export async function openClassifying(
  shell: Shell,
  { recording, siteDomain, format, trustedProxies, ...given }: Classifying,
): Promise<OpenedClassifying> {
  const { rules, close } = await openRequestRules(recording, (cause, what) =>
    note(shell, `${what}: ${reasonOf(cause)}`),
  );
  let { exclusions } = given;
  let classify = createClassifier({ ...rules, siteDomain, exclusions });
  const isProxy = proxyTestFor(trustedProxies);
  return {
    rules: { format, isProxy, classify: (record) => classify(record) },
    exclude(now) {
      if (sameExclusions(now, exclusions)) return;
      exclusions = now;
      classify = createClassifier({ ...rules, siteDomain, exclusions });
    },
    close,
  };
}

/** Rules that look what the site excludes before they are used for lines that have just been read. */
export function upToDate<Rules extends ScanRules>(
  { rules, exclude }: { readonly rules: Rules; readonly exclude: OpenedClassifying['exclude'] },
  book: Pick<LogBook, 'exclusions'>,
): Rules & Pick<ReadOptions, 'beforeScan'> {
  return { ...rules, beforeScan: async () => exclude(await book.exclusions()) };
}

/** Each takes some 50 MB, and more would wait for the thread that reads the files. */
const MAX_THREADS = 4;

/** The module of a thread. Node 20 cannot run a .ts file as a worker, so the sources use the built one. */
export const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/current/scan-thread.js' : './scan-thread.js',
  import.meta.url,
);

/** Threads that read lines of long logs in the same way: as many as there are cores, none on a single one. */
export function threadsFor(classifying: Classifying): ScanThreads {
  const cores = availableParallelism();
  const count = cores > 1 ? Math.min(cores, MAX_THREADS) : 0;
  return createScanThreads({ module: THREAD, workerData: classifying, count });
}
