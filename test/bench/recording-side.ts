import { resolve } from 'node:path';
import { type LogSource, generatedLog, repeatedLog } from './access-log.ts';
import { measureDrain } from './drain.ts';
import { measureDryRun } from './dry-run.ts';
import { measureHotSite } from './hot-site.ts';
import { type ImportResult, measureImport } from './log-import.ts';
import type { Options } from './options.ts';
import { PRODUCT_FOLDER } from './paths.ts';
import { when } from './progress.ts';
import { measureRecording } from './recording.ts';
import type { Results } from './results.ts';
import type { Stage } from './stage.ts';

export type RecordingScale = {
  /** Of recording and inserting in turn. */
  readonly writing: { readonly rounds: number; readonly seconds: number };
  readonly rounds: number;
  /** The length of a round of the hot-site measurement. */
  readonly seconds: number;
  readonly logLines: number;
  /** The lengths, in lines, of the logs for the memory measurement. */
  readonly memoryLines: readonly number[];
  /** The length of the log that holds only AI bots. */
  readonly crawlLines: number;
};

type RecordingSide = Pick<Results, 'recording' | 'hotSite' | 'dryRun' | 'imports' | 'drain'>;

/** Measures the cost of recording. It runs last, because it leaves millions of events behind. */
export async function measureRecordingSide(
  stage: Stage,
  scale: RecordingScale,
  options: Options,
): Promise<RecordingSide> {
  const { databaseUrl, folder } = stage;
  const { writing, rounds, logLines: lines } = scale;
  const { mixed, crawls } = sourcesOf(options);
  const recording = await when(options, 'recording', () => measureRecording(databaseUrl, writing));
  const hotSite = await when(options, 'hot site', () => measureHotSite(databaseUrl, scale));
  const dryRun = await when(options, 'log dry run', () => measureDryRun(mixed, folder, { ...scale, lines }));
  const imports = await when(options, 'log import', async () => {
    const results: ImportResult[] = [];
    for (const [source, count] of [
      [mixed, lines],
      [crawls, scale.crawlLines],
    ] as const)
      results.push(await measureImport(source, { databaseUrl, folder }, { lines: count, rounds }));
    return results;
  });
  const drain = await when(options, 'drain', () =>
    measureDrain(crawls, stage, { lines: scale.crawlLines, rounds }),
  );
  return { recording: recording ?? [], hotSite: hotSite ?? [], dryRun, imports: imports ?? [], drain };
}

function sourcesOf({ log }: Options): { readonly mixed: LogSource; readonly crawls: LogSource } {
  if (log === undefined) return { mixed: generatedLog(), crawls: generatedLog('ai-bot') };
  const file = resolve(PRODUCT_FOLDER, log);
  return { mixed: repeatedLog(file), crawls: repeatedLog(file, 'ai-bot') };
}
