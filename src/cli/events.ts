import { counted } from '../domain/counted.ts';
import { statSync } from 'node:fs';
import type { Command } from 'commander';
import type { NewEvent } from '../domain/event.ts';
import type { RequestRules } from '../recording/classify-request.ts';
import { type IsExcluded, compileExclusions } from '../recording/exclusions.ts';
import { readNdjsonEvent } from '../recording/ndjson-event.ts';
import { SITE } from './arguments.ts';
import { type CommonOptions, addCommand } from './command.ts';
import { CommandFailure, NegativeAnswer } from './failures.ts';
import { type ImportNotes, createImportNotes } from './import/import-notes.ts';
import type { Line } from './import/line-splitter.ts';
import { addEventsExport } from './events-export.ts';
import { addEventsListing } from './events-listing.ts';
import { addEventsUpkeep } from './events-upkeep.ts';
import { type Input, openInput } from './import/open-input.ts';
import { linesOf, recordLines } from './import/record-lines.ts';
import { totalOf } from '../domain/event-counts.ts';
import { describeRecorded, recordedValue } from './import/describe-recorded.ts';
import { type Importing, runImport } from './import/run-import.ts';
import { complain, note, print } from './output.ts';
import { openRequestRules } from '../serving/request-rules.ts';
import type { Shell } from './shell.ts';
import { withSourceNotes } from './with-source-notes.ts';

type ImportOptions = CommonOptions & { readonly site: string; readonly strict?: true };

/** `events`, `events import`, `export`, `delete`, `expire`. */
export function addEventsCommands(program: Command, shell: Shell): void {
  const events = addEventsListing(program, shell);

  addCommand(events, 'import', {
    summary: 'import events from newline-delimited JSON, in the format of the API',
    example: 'events import --site site_0123456789abcdef events.ndjson',
    remarks: [
      'One event a line. The second of these must be on one line, too:',
      '  {"type":"bot","page_path":"/","bot_name":"GPTBot","bot_company":"OpenAI"}',
      '  {"type":"conversion","page_path":"/buy","event_name":"purchase",',
      '   "event_value":9.5,"country":"DE","created_at":"2026-03-15T12:00:00.000Z"}',
      'The default of created_at is the current time. A bad line is reported on stderr and skipped; ' +
        'if all lines are bad, the command fails. With --strict, a file is checked first, and nothing is recorded if it has a bad line. ' +
        'Standard input is read until the first bad line: batches of 1,000 before it stay recorded.',
    ].join('\n'),
  })
    .requiredOption('--site <site>', SITE)
    .option('--strict', 'fail if there is a bad line')
    .argument('<file>', 'the file, plain or compressed with gzip, or - for standard input')
    .action((file: string, options: ImportOptions) => importEvents(shell, file, options));
  addEventsExport(events, shell);
  addEventsUpkeep(events, shell);
}

/** Throws NegativeAnswer if there were lines and all of them were bad. */
async function importEvents(
  shell: Shell,
  file: string,
  { site: named, strict, json }: ImportOptions,
): Promise<void> {
  const importedAtMs = shell.now();
  let [rejected, excluded] = [0, 0];
  const onBadLine = (problem: string) => {
    if (strict === true) throw new CommandFailure(problem);
    rejected++;
    complain(shell, problem);
  };
  const recorded = await runImport(shell, named, async (importing) => {
    const { config, site, stop } = importing;
    const { rules, close } = await openRequestRules(config.recording);
    const isExcluded = compileExclusions(site.exclusions);
    const readings = { importedAtMs, rules, isExcluded };
    try {
      if (strict === true && isRegularFile(file)) {
        await checkLines(shell, await openInput(shell, file, stop), readings, stop);
      }
      const input = await openInput(shell, file, stop);
      await withSourceNotes(shell, importing.recorder.db, async (sources) => {
        const notes = createImportNotes(sources, site.id, shell.now);
        const onExcluded = () => {
          excluded++;
        };
        const read = notedReader({ ...readings, onExcluded }, notes, onBadLine);
        await recordLines({ ...importing, input, read, onRecorded: notes.recorded });
      });
    } finally {
      close();
    }
    return importing.recorded;
  });
  if (excluded > 0) note(shell, `${counted(excluded, 'event')} not imported: the site excludes them`);
  print(
    shell,
    {
      value: { imported: totalOf(recorded), rejected, ...recordedValue(recorded) },
      lines: [`imported ${describeRecorded(recorded)}, rejected ${counted(rejected, 'line')}`],
    },
    json,
  );
  if (rejected > 0 && totalOf(recorded) === 0) throw new NegativeAnswer('all lines were rejected');
}

/** Only a regular file can be read twice. */
function isRegularFile(file: string): boolean {
  return file !== '-' && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

/** Reports every bad line. Throws if there was one. */
async function checkLines(
  shell: Shell,
  input: Input,
  readings: Readings,
  stop: Importing['stop'],
): Promise<void> {
  let bad = 0;
  const onBadLine = (problem: string) => {
    bad++;
    complain(shell, problem);
  };
  for await (const lines of linesOf(input)) {
    for (const line of lines) readLine(line, readings, onBadLine);
    stop.throwIfAborted();
  }
  if (bad > 0) throw new CommandFailure(counted(bad, 'bad line'));
}

/** How lines are read. */
type Readings = {
  readonly importedAtMs: number;
  readonly rules: RequestRules;
  readonly isExcluded: IsExcluded | undefined;
  readonly onExcluded?: () => void;
};

/** Reads lines, and notes each as what it is. */
function notedReader(readings: Readings, notes: ImportNotes, onBadLine: (problem: string) => void) {
  return (line: Line): NewEvent | undefined => {
    notes.read(line);
    const onExcluded = () => {
      readings.onExcluded?.();
      notes.passOver(line, 'excluded');
    };
    return readLine(line, { ...readings, onExcluded }, (problem) => {
      onBadLine(problem);
      notes.passOver(line);
    });
  };
}

/** The event of a line. A blank line has none, nor has one that the site excludes; neither is an error. */
function readLine(
  { number, text }: Line,
  { importedAtMs, rules, isExcluded, onExcluded }: Readings,
  onBadLine: (problem: string) => void,
): NewEvent | undefined {
  if (text?.trim() === '') return undefined;
  const reading =
    text === undefined
      ? { problem: 'The line is longer than 65,536 bytes.' }
      : readNdjsonEvent(text, importedAtMs, rules);
  if ('event' in reading) {
    if (isExcluded?.(reading.address, reading.event.pagePath) !== true) return reading.event;
    onExcluded?.();
    return undefined;
  }
  onBadLine(`line ${number}: ${reading.problem}`);
  return undefined;
}
