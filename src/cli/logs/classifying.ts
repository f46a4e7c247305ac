import { availableParallelism } from 'node:os';
import type { Config, RecordingConfig } from '../../settings/config.ts';
import { createClassifier } from '../../recording/classify-request.ts';
import type { FormatName } from '../../recording/log-formats.ts';
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
  readonly format: FormatName | undefined;
  readonly trustedProxies: readonly string[] | undefined;
};

/**
 * What the settings and the options say. A file of conversion rules on the command line replaces the one in the settings.
 */
export function classifyingFor(
  { recording }: Config,
  siteDomain: string,
  { conversions, format, trustedProxies }: LogOptions,
): Classifying {
  const conversionRulesFile = conversions ?? recording.conversionRulesFile;
  return { recording: { ...recording, conversionRulesFile }, siteDomain, format, trustedProxies };
}

/** Opens the classifier of a site's requests. Throws Unusable for a file that cannot be used. */
export async function openClassifying(
  shell: Shell,
  { recording, siteDomain, format, trustedProxies }: Classifying,
): Promise<{ readonly rules: ScanRules; readonly close: () => void }> {
  const { rules, close } = await openRequestRules(recording, (cause, what) =>
    note(shell, `${what}: ${reasonOf(cause)}`),
  );
  const isProxy = proxyTestFor(trustedProxies);
  return { rules: { format, isProxy, classify: createClassifier({ ...rules, siteDomain }) }, close };
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
