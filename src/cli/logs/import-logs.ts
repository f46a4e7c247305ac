import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandFailure, NegativeAnswer, WRONG_USAGE } from '../failures.ts';
import type { CommonOptions } from '../command.ts';
import { openInput } from '../import/open-input.ts';
import { showProgress } from '../import/progress.ts';
import { describeQuotaSpent } from '../import/quota-spent.ts';
import { noEvents } from '../../domain/event-counts.ts';
import { runImport } from '../import/run-import.ts';
import { counted, note, print } from '../output.ts';
import type { Shell } from '../shell.ts';
import { stopSignal } from '../stop-signal.ts';
import type { LogFormat } from '../../recording/log-format.ts';
import { openClassifying } from './classifying.ts';
import { expandPaths } from './expand-paths.ts';
import { type LogImport, type LogInput, type LogReport, importLog } from '../../logs/import-log.ts';
import { reportImport, warningsAbout } from './import-report.ts';
import { createLogBook } from '../../logs/log-book.ts';
import { textOfArray } from '../../logs/array-text.ts';
import { openLogText, streamedText } from '../../logs/log-text.ts';
import { isUnrecognised } from '../../logs/tally.ts';
import { openFile } from '../../logs/open-file.ts';

/** The options of both commands that read logs. */
export type ReadingOptions = { readonly format?: LogFormat; readonly conversions?: string };

export type ImportOptions = CommonOptions &
  ReadingOptions & {
    readonly site?: string;
    readonly domain?: string;
    readonly dryRun?: true;
    readonly explain?: true;
  };

const STANDARD_INPUT = '-';

/**
 * Records what is new in logs, or prints what it would record. Records nothing if one of them cannot be opened. Throws
 * NegativeAnswer if no line of one could be read.
 */
export async function importLogs(
  shell: Shell,
  given: readonly string[],
  options: ImportOptions,
): Promise<void> {
  const { site: siteId } = options;
  const areReadable =
    siteId === undefined
      ? await importWithoutSite(shell, given, options)
      : await importIntoSite(shell, given, { ...options, site: siteId });
  if (!areReadable) throw new NegativeAnswer('no line of a log could be read');
}

async function importWithoutSite(
  shell: Shell,
  given: readonly string[],
  options: ImportOptions,
): Promise<boolean> {
  const { domain } = options;
  const dryRun = options.dryRun === true;
  if (domain === undefined || !dryRun) {
    const wanted = 'name the site with --site, or its domain with --dry-run --domain';
    throw new CommandFailure(wanted, { exitCode: WRONG_USAGE });
  }
  const { classify, close } = await openClassifying(shell.readConfig(), domain, options);
  const readOptions = { format: options.format, classify };
  const work = { book: undefined, dryRun, readOptions, recorded: noEvents(), stop: stopSignal() };
  return importAll(given, work, options).finally(close);
}

async function importIntoSite(
  shell: Shell,
  given: readonly string[],
  options: ImportOptions & { readonly site: string },
): Promise<boolean> {
  const { format } = options;
  const dryRun = options.dryRun === true;
  return runImport(shell, options.site, async ({ config, recorder, site, recorded, stop }) => {
    const { classify, close } = await openClassifying(config, site.domain, options);
    const book = createLogBook(recorder, site.id);
    const counts = dryRun ? noEvents() : recorded;
    const work = { book, dryRun, readOptions: { format, classify }, recorded: counts, stop };
    return importAll(given, work, options).finally(close);
  });
}

/** False if no line of one of the logs could be read. */
async function importAll(
  given: readonly string[],
  parts: Omit<LogImport, 'leftOver' | 'onRead'>,
  { explain, json }: ImportOptions,
): Promise<boolean> {
  const names = expandPaths(given);
  const progress = showProgress(await sizeOfAll(names));
  let [bytesBefore, lines] = [0, 0];
  const work: LogImport = {
    ...parts,
    leftOver: undefined,
    onRead: (text, more) => progress.advance(bytesBefore + text.bytesRead(), (lines += more)),
  };
  const reports: LogReport[] = [];
  try {
    for (const name of names) {
      const input = await openLog(name, work.stop);
      reports.push(await importLog(input, work).finally(() => input.close()));
      bytesBefore += input.text.bytesRead();
    }
  } finally {
    progress.stop();
  }
  if (work.leftOver) throw await quotaSpent(work);
  reports.flatMap(warningsAbout).forEach(note);
  print(reportImport(reports, work.recorded, { dryRun: work.dryRun, explain: explain === true }), json);
  return !reports.some(({ tally }) => isUnrecognised(tally));
}

/** The size of all files together; undefined with a stream. Throws Unreadable before anything is recorded. */
async function sizeOfAll(names: readonly string[]): Promise<number | undefined> {
  let bytes = 0;
  for (const name of names.filter((one) => !isStream(one))) {
    const handle = await openFile(name);
    bytes += (await handle.stat()).size;
    await handle.close();
  }
  return names.some(isStream) ? undefined : bytes;
}

/** Whether it is standard input, a pipe or a device, which can be read only once and have no size. */
function isStream(name: string): boolean {
  if (name === STANDARD_INPUT) return true;
  const stats = statSync(name, { throwIfNoEntry: false });
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

type OpenLog = LogInput & { readonly close: () => Promise<void> };

async function openLog(name: string, stop: AbortSignal): Promise<OpenLog> {
  stop.throwIfAborted();
  if (isStream(name)) {
    const input = await openInput(name, stop);
    const text = await textOfArray(streamedText(() => input));
    return {
      name: name === STANDARD_INPUT ? 'standard input' : name,
      text,
      file: undefined,
      close: () => text.close(),
    };
  }
  const handle = await openFile(name);
  const modifiedAtMs = Math.floor((await handle.stat()).mtimeMs);
  const text = await textOfArray(await openLogText(handle, name, stop));
  const close = () => text.close().finally(() => handle.close());
  return { name, text, file: { path: resolve(name), modifiedAtMs }, close };
}

async function quotaSpent({ book, leftOver }: LogImport): Promise<CommandFailure> {
  if (!book || !leftOver) throw new Error('no events are left');
  const { name, line, events } = leftOver;
  const left = `${counted(events, 'event')} left, from line ${line} of ${name} on`;
  return new CommandFailure(describeQuotaSpent(await book.quota(), left));
}
