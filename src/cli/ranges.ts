import { counted } from '../domain/counted.ts';
import type { Command } from 'commander';
import { formatInstant, instantOrNull } from '../domain/time.ts';
import { folderSource, httpsSource } from '../ranges/list-sources.ts';
import { newestRetrieval } from '../ranges/open-ranges.ts';
import { readRangeFile, shippedLists, writeRangeFile } from '../ranges/range-file.ts';
import type { RangeList } from '../ranges/range-list.ts';
import { type UpdatedList, updateLists } from '../ranges/update-lists.ts';
import { type CommonOptions, addCommand } from './command.ts';
import { CommandFailure, NegativeAnswer, WRONG_USAGE, cannotWrite, reasonOf } from './failures.ts';
import { exists, requireFolder, requireFolderOf } from './file-to-write.ts';
import { print } from './output.ts';
import type { Shell } from './shell.ts';
import { tableLines } from './table.ts';

type UpdateOptions = CommonOptions & { readonly from?: string; readonly out?: string };

/** `ranges show`, `update`. */
export function addRangesCommands(program: Command, shell: Shell): void {
  const ranges = program
    .command('ranges')
    .description('manage the address ranges that operators publish for their bots');

  addCommand(ranges, 'show', {
    summary: 'show which lists of ranges are in use, and how old they are',
    example: 'ranges show',
    remarks:
      'Each line shows the operator, the bots, the number of ranges, when they were retrieved, and from which address.',
  }).action(async ({ json }: CommonOptions) => {
    const { botRangesFile: file } = shell.readConfig().recording;
    const lists = file === undefined ? shippedLists() : await readLists(file);
    const value = {
      file: file ?? null,
      updated_at: instantOrNull(newestRetrieval(lists)),
      lists: lists.map(listValue),
    };
    print(shell, { value, lines: tableLines(lists.map(listRow), shell.stdout.isTTY) }, json);
  });

  addCommand(ranges, 'update', {
    summary: 'retrieve the lists of ranges from their operators, and write them to a file',
    example: 'ranges update --out /var/lib/site-traffic/ranges.json',
    remarks:
      'Only this command and proof update send requests to the operators. A list that cannot be retrieved keeps its previous ranges, and the command exits with 1 after it has written the file. A server loads the new file within a minute.',
  })
    .option('--from <folder>', 'read the lists from files, each named as the last part of its address')
    .option('--out <file>', 'the file to write (default: BOT_RANGES)')
    .action((options: UpdateOptions) => update(shell, options));
}

async function update(shell: Shell, { from, out, json }: UpdateOptions): Promise<void> {
  const file = out ?? shell.readConfig().recording.botRangesFile;
  if (file === undefined)
    throw new CommandFailure('name the file to write: set BOT_RANGES or pass --out', {
      exitCode: WRONG_USAGE,
    });
  await requireFolderOf(file, 'BOT_RANGES or --out');
  const { value, lines, failed } = await updateRanges(shell, { file, from });
  print(shell, { value, lines }, json);
  if (failed > 0) throw new NegativeAnswer();
}

/** Retrieves the lists and writes the file. Resolves with what to print of it, and how many lists failed. */
export async function updateRanges(
  shell: Shell,
  { file, from }: { readonly file: string; readonly from: string | undefined },
) {
  if (from !== undefined) await requireFolder(from);
  const source = from === undefined ? httpsSource() : folderSource(from);
  const updated = await updateLists(await previousLists(file), source, shell.now());
  await writeRangeFile(
    file,
    updated.map(({ list }) => list),
  ).catch((cause: unknown) => {
    throw cannotWrite(file, cause);
  });
  const published = updated.filter(({ list }) => list.address !== null);
  const failed = published.filter(({ failure }) => failure !== undefined).length;
  const summary = `wrote ${file}: ${counted(published.length - failed, 'list')} retrieved, ${failed} not`;
  return {
    value: { file, lists: updated.map(updatedValue) },
    lines: [...published.map(updatedLine), summary],
    failed,
  };
}

/** The lists of the file that will be replaced. Fails if that is another kind of file, which must not be lost. */
async function previousLists(file: string): Promise<readonly RangeList[]> {
  return (await exists(file)) ? readLists(file) : shippedLists();
}

/** The lists of a file that the user named. */
function readLists(file: string): Promise<readonly RangeList[]> {
  return readRangeFile(file).catch((cause: unknown) => {
    throw new CommandFailure(reasonOf(cause), { exitCode: WRONG_USAGE, cause });
  });
}

function listRow({ operator, bots, address, retrievedAtMs, prefixes }: RangeList): readonly string[] {
  const names = bots.length > 0 ? bots.join(', ') : '(no bot of the catalogue)';
  if (address === null) return [operator, names, '-', '-', '(publishes no ranges)'];
  const retrieved = retrievedAtMs === null ? 'never' : formatInstant(retrievedAtMs);
  return [operator, names, counted(prefixes.length, 'range'), retrieved, address];
}

function listValue({ operator, bots, address, retrievedAtMs, prefixes }: RangeList) {
  return { operator, bots, address, retrieved_at: instantOrNull(retrievedAtMs), prefixes: prefixes.length };
}

function updatedValue({ list, failure }: UpdatedList) {
  return { ...listValue(list), failure: failure ?? null };
}

function updatedLine({ list, failure }: UpdatedList): string {
  const { address, prefixes, retrievedAtMs } = list;
  const ranges = counted(prefixes.length, 'range');
  if (failure === undefined) return `${address ?? ''}: ${ranges}`;
  const kept =
    retrievedAtMs === null
      ? 'there are no earlier ranges'
      : `kept ${ranges} of ${formatInstant(retrievedAtMs)}`;
  return `${address ?? ''}: ${failure}; ${kept}`;
}
