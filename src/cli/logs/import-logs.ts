import { counted } from '../../domain/counted.ts';
import { resolve } from 'node:path';
import { CommandFailure, NegativeAnswer, WRONG_USAGE } from '../failures.ts';
import type { CommonOptions } from '../command.ts';
import { openInput } from '../import/open-input.ts';
import { showProgress } from '../import/progress.ts';
import { describeQuotaSpent } from '../import/describe-recorded.ts';
import type { Exclusions } from '../../domain/exclusions.ts';
import { noEvents } from '../../domain/event-counts.ts';
import { runImport } from '../import/run-import.ts';
import { note, print } from '../output.ts';
import type { Shell } from '../shell.ts';
import { withSourceNotes } from '../with-source-notes.ts';
import {
  type Classifying,
  type LogOptions,
  classifyingFor,
  openClassifying,
  threadsFor,
  upToDate,
} from './classifying.ts';
import { expandPaths } from './expand-paths.ts';
import { type NamedLog, STANDARD_INPUT, inImportOrder } from './named-logs.ts';
import {
  type LeftOver,
  type LogImport,
  type LogInput,
  type LogReport,
  importLog,
} from '../../logs/import-log.ts';
import { reportImport, warningsAbout } from './import-report.ts';
import { rememberingFor } from './remembering.ts';
import { createLogBook } from '../../operations/recording/log-book.ts';
import { EMPTY_BOOK, createPreviewBook } from '../../logs/preview-book.ts';
import type { Quota } from '../../operations/recording/quota.ts';
import { textOfArray } from '../../logs/array-text.ts';
import { openLogText, streamedText } from '../../logs/log-text.ts';
import type { ReadOptions } from '../../logs/batches.ts';
import { isUnrecognised } from '../../logs/tally.ts';
import { explainFormat } from '../../logs/explain-format.ts';
import { openFile } from '../../logs/open-file.ts';

export type ImportOptions = CommonOptions &
  LogOptions & {
    readonly site?: string;
    readonly domain?: string;
    readonly dryRun?: true;
    readonly explain?: true;
  };

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
  const classifying = classifyingFor(shell.readConfig(), { domain }, options);
  const { readOptions, close } = await openReading(shell, classifying, { isDryRun: true });
  const book = createPreviewBook(EMPTY_BOOK);
  const work = {
    book,
    readOptions,
    recorded: noEvents(),
    stop: shell.stopSignal(),
    onBatch: () => undefined,
  };
  return importAll(shell, given, work, options).finally(close);
}

async function importIntoSite(
  shell: Shell,
  given: readonly string[],
  options: ImportOptions & { readonly site: string },
): Promise<boolean> {
  const { dryRun } = options;
  return runImport(shell, options.site, async ({ config, recorder, site, recorded, stop }) => {
    const classifying = classifyingFor(config, site, options);
    const { readOptions, exclude, close } = await openReading(shell, classifying, {
      isDryRun: dryRun === true,
    });
    const book = createLogBook(recorder, site.id);
    if (dryRun) {
      const preview = { book: createPreviewBook(book), recorded: noEvents(), onBatch: () => undefined };
      return importAll(shell, given, { readOptions, stop, ...preview }, options).finally(close);
    }
    const common = { readOptions: upToDate({ rules: readOptions, exclude }, book), stop };
    return withSourceNotes(shell, recorder.db, (sources) => {
      const onBatch: LogImport['onBatch'] = ({ name, file }, report) => {
        sources.note({ siteId: site.id, kind: 'log', name: file?.path ?? name }, report, shell.now());
      };
      const remembering = rememberingFor(config, classifying, { recorder, siteId: site.id });
      const work = { ...common, book, recorded, quota: () => book.quota(), onBatch, remembering };
      return importAll(shell, given, work, options).finally(close);
    });
  });
}

type Reading = {
  readonly readOptions: ReadOptions;
  readonly exclude: (exclusions: Exclusions) => void;
  readonly close: () => Promise<void>;
};

/**
 * A dry run of long logs is read by several threads. A recording import is not: where most lines are events it waits for
 * the database, and handing the events from thread to thread made it an eighth slower on two cores.
 */
async function openReading(
  shell: Shell,
  classifying: Classifying,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<Reading> {
  const { rules, exclude, close } = await openClassifying(shell, classifying);
  if (!isDryRun) {
    return {
      ...{ readOptions: rules, exclude },
      close() {
        close();
        return Promise.resolve();
      },
    };
  }
  const threads = threadsFor(classifying);
  return { readOptions: { ...rules, threads }, exclude, close: () => threads.close().finally(close) };
}

type ImportParts = Omit<LogImport, 'leftOver' | 'onRead'> & { readonly quota?: () => Promise<Quota> };

/** False if no line of one of the logs could be read. */
async function importAll(
  shell: Shell,
  given: readonly string[],
  { quota, ...parts }: ImportParts,
  { dryRun, explain, json }: ImportOptions,
): Promise<boolean> {
  const names = expandPaths(given);
  const logs = await inImportOrder(names);
  parts.readOptions.threads?.expect(textBytesOf(logs));
  const progress = showProgress(shell, sizeOfAll(logs));
  let [bytesBefore, lines] = [0, 0];
  const work: LogImport = {
    ...parts,
    leftOver: undefined,
    onRead: (text, more) => progress.advance(bytesBefore + text.bytesRead(), (lines += more)),
  };
  const reports = new Map<string, LogReport>();
  try {
    for (const log of logs) {
      const input = await openLog(shell, log, work.stop);
      reports.set(log.name, await importOne(input, work, explain === true).finally(() => input.close()));
      bytesBefore += input.text.bytesRead();
    }
  } finally {
    progress.stop();
  }
  if (work.leftOver && quota) throw quotaSpent(work.leftOver, await quota());
  const asNamed = names.flatMap((name) => reports.get(name) ?? []);
  for (const warning of asNamed.flatMap(warningsAbout)) note(shell, warning);
  const wording = { dryRun: dryRun === true, explain: explain === true };
  print(shell, reportImport(asNamed, work.recorded, wording), json);
  return !asNamed.some(({ tally }) => isUnrecognised(tally));
}

async function importOne(input: LogInput, work: LogImport, explain: boolean): Promise<LogReport> {
  // before: a stream is not read from its start again
  const formats = explain ? await explainFormat(input.text) : undefined;
  const report = await importLog(input, work);
  return formats ? { ...report, formats } : report;
}

/** The size of all files together; undefined with a stream. */
function sizeOfAll(logs: readonly NamedLog[]): number | undefined {
  if (logs.some(({ isStream }) => isStream)) return undefined;
  return logs.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The size of the text of all files together. That of a stream shows when it is read. */
function textBytesOf(logs: readonly NamedLog[]): number {
  return logs.reduce((sum, { isStream, textBytes }) => (isStream ? sum : sum + textBytes), 0);
}

type OpenLog = LogInput & { readonly close: () => Promise<void> };

async function openLog(shell: Shell, { name, isStream }: NamedLog, stop: AbortSignal): Promise<OpenLog> {
  stop.throwIfAborted();
  if (isStream) {
    const input = await openInput(shell, name, stop);
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

function quotaSpent({ name, line, events }: LeftOver, quota: Quota): CommandFailure {
  const missing = `${counted(events, 'event')} from line ${line} of ${name} on ${events === 1 ? 'is' : 'are'} not recorded`;
  return new CommandFailure(
    describeQuotaSpent(quota, missing, 'run the same command again, which records the rest,'),
  );
}
