import { counted } from '../domain/counted.ts';
import { type FileHandle, open } from 'node:fs/promises';
import type { Command } from 'commander';
import { type Position, formatPosition } from '../domain/cursor.ts';
import { datesOf } from '../domain/date-range.ts';
import { EVENT_TYPES, type EventType, type StoredEvent } from '../domain/event.ts';
import { EXPORT_FORMATS, type ExportFormat, exportChunks, formatOf } from '../wire/export.ts';
import { type EventExport, exportEvents } from '../operations/reading/export-events.ts';
import { WITHOUT_LIMIT } from '../operations/reading/exports-under-way.ts';
import { wordOption } from './arguments.ts';
import { CommandFailure, WRONG_USAGE, cannotWrite, exitCodeOf, reasonOf } from './failures.ts';
import { note, print, printChunks } from './output.ts';
import { type RangeOptions, addReadingCommand, readSite } from './reading/read-site.ts';
import type { Shell } from './shell.ts';

type ExportOptions = RangeOptions & {
  readonly type?: EventType;
  readonly bot?: string;
  readonly page?: string;
  readonly format?: ExportFormat;
  readonly after?: string;
  readonly out?: string;
};

/** `events export`. */
export function addEventsExport(events: Command, shell: Shell): void {
  addReadingCommand(events, 'export', {
    summary: 'export the events of a site as newline-delimited JSON or CSV, newest first',
    example: 'events export --site site_0123456789abcdef --start 2026-01-01 --out events.ndjson',
    remarks:
      'The lines are those of the export over HTTP, and "events import" reads those of JSON. ' +
      'If a file could not be finished, the command says how to continue it.',
  })
    .addOption(wordOption('--type <type>', 'only events of this type (default: all)', EVENT_TYPES))
    .option('--bot <name>', 'only visits of this bot')
    .option('--page <path>', 'only events of this page')
    .addOption(wordOption('--format <format>', 'the format (default: ndjson)', EXPORT_FORMATS))
    .option('--after <event>', 'continue after this event: its created_at, a comma and its id')
    .option('--out <file>', 'write to this file, or with --after add to it (default: standard output)')
    .action((options: ExportOptions) => {
      if (options.json === true && options.out === undefined)
        throw new CommandFailure('--json needs --out: standard output has the events themselves', {
          exitCode: WRONG_USAGE,
        });
      return exportSite(shell, options);
    });
}

async function exportSite(shell: Shell, options: ExportOptions): Promise<void> {
  const { start, end, type, bot, page, after, format = 'ndjson', out, json } = options;
  await readSite(shell, options, async (ctx, siteId) => {
    const request = { siteId, start, end, type, bot: sent(bot), page: sent(page), after };
    const found = await exportEvents(ctx, WITHOUT_LIMIT, request);
    const written: Written = { events: 0, last: undefined };
    const write = formatOf(format, found.isContinued);
    const dates = datesOf(found.range);
    const summary = () => `exported ${counted(written.events, 'event')}, ${dates.start} to ${dates.end}`;
    if (out === undefined) {
      const chunks = exportChunks(countWritten(found.pages, written), write);
      if (await printChunks(shell, chunks)) note(shell, summary());
      return;
    }
    const pages = continuable(found, written, shell.stopSignal());
    await writeFile(out, exportChunks(pages, write), found.isContinued);
    print(
      shell,
      {
        value: { file: out, events: written.events, start: dates.start, end: dates.end },
        lines: [summary()],
      },
      json,
    );
  });
}

/** What is written already. */
type Written = { events: number; last: Position | undefined };

/** As in a query, where an empty text stands for one that was forgotten. */
function sent(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}

/** The pages. The next one is asked for when the lines of a page are written. */
async function* countWritten(
  pages: EventExport['pages'],
  written: Written,
): AsyncGenerator<readonly StoredEvent[], void> {
  for await (const page of pages) {
    yield page;
    written.events += page.length;
    written.last = page.at(-1) ?? written.last;
  }
}

/** The pages until someone asks to stop. Then, and if a page cannot be read, the failure says how to continue. */
async function* continuable(
  { pages, range }: EventExport,
  written: Written,
  stop: AbortSignal,
): AsyncGenerator<readonly StoredEvent[], void> {
  try {
    for await (const page of countWritten(pages, written)) {
      stop.throwIfAborted();
      yield page;
    }
  } catch (cause) {
    if (written.last === undefined) throw cause;
    const reason = reasonOf(cause).replace(/\.$/, '');
    const rest = `--start ${datesOf(range).start} --after ${formatPosition(written.last)}`;
    throw new CommandFailure(
      `${reason}; exported so far: ${counted(written.events, 'event')}; continue with the same options and ${rest}`,
      { exitCode: exitCodeOf(cause), cause },
    );
  }
}

async function writeFile(file: string, chunks: AsyncIterable<string>, isAdded: boolean): Promise<void> {
  const failed = (cause: unknown) => {
    throw cannotWrite(file, cause);
  };
  const handle: FileHandle = await open(file, isAdded ? 'a' : 'w').catch(failed);
  try {
    for await (const chunk of chunks) await handle.appendFile(chunk).catch(failed);
  } finally {
    await handle.close();
  }
}
