import { readdir } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Signer } from '../catalogue/signers.ts';
import { HOST } from '../catalogue/own-fields.ts';
import { counted } from '../domain/counted.ts';
import { formatInstant, instantOrNull } from '../domain/time.ts';
import type { RecordingConfig } from '../settings/config.ts';
import { catalogueOf } from '../serving/open-catalogue.ts';
import type { Directory } from '../signatures/directory.ts';
import { readKeyFile, writeKeyFile } from '../signatures/key-file.ts';
import { retrieveDirectory } from '../signatures/retrieve-directory.ts';
import {
  type UpdatedDirectory,
  folderOfDirectories,
  updateDirectories,
} from '../signatures/update-directories.ts';
import { type CommonOptions, addCommand } from './command.ts';
import { CommandFailure, NegativeAnswer, WRONG_USAGE, cannotWrite, reasonOf } from './failures.ts';
import { exists, requireFolder, requireFolderOf } from './file-to-write.ts';
import { print } from './output.ts';
import { updateRanges } from './ranges.ts';
import type { Shell } from './shell.ts';
import { tableLines } from './table.ts';

type UpdateOptions = CommonOptions & { readonly from?: string; readonly signer?: readonly string[] };

/** `proof show`, `update`. */
export function addProofCommands(program: Command, shell: Shell): void {
  const proof = program
    .command('proof')
    .description('manage what proves whose a bot is: the keys of signatures, and the ranges of addresses');

  addCommand(proof, 'show', {
    summary: 'show whose signatures are verified, by which keys, and how old they are',
    example: 'proof show',
    remarks:
      'Each line shows the host of a signer, the bot of the catalogue whose visits it signs, when its keys were retrieved, and their thumbprints. "ranges show" shows the lists of addresses.',
  }).action(({ json }: CommonOptions) => show(shell, json));

  addCommand(proof, 'update', {
    summary: 'retrieve the keys of signers and the ranges of operators, and write them to files',
    example: 'proof update --signer agent.example.com',
    remarks:
      'It writes the files of SIGNATURE_KEYS and BOT_RANGES, or the one of them that is set. Like "ranges update", "robots update" and "sitemap update", it sends requests to others. What cannot be retrieved keeps what the file had, and the command exits with 1 after it has written the files. A server loads new files within a minute.',
  })
    .option('--signer <host...>', 'a signer beside those of the catalogue; the file keeps it')
    .option(
      '--from <folder>',
      'retrieve nothing: read the keys of each signer from HOST.json, as the host serves them, and the lists of ranges as "ranges update" does',
    )
    .action((options: UpdateOptions) => update(shell, options));
}

async function show(shell: Shell, json: true | undefined): Promise<void> {
  const config = shell.readConfig();
  const { signatureKeysFile: file } = config.recording;
  const { signers } = await catalogueOf(config);
  const held = file === undefined ? [] : await readKeys(file);
  const shown = hostsOf(signers, held).map((host) => ({
    host,
    signer: signers.find((one) => one.host === host),
    directory: held.find((one) => one.host === host),
  }));
  const value = {
    file: file ?? null,
    signers: shown.map(({ host, signer, directory }) => ({
      host,
      company: signer?.company ?? null,
      bot_name: signer?.botName ?? null,
      ...valueOf(directory),
    })),
  };
  const rows = shown.map(({ host, signer, directory }) => [
    host,
    signer?.botName ?? '(not in the catalogue)',
    retrievalOf(directory),
    directory?.keys.map(({ thumbprint }) => thumbprint).join(' ') ?? '',
  ]);
  print(shell, { value, lines: tableLines(rows, shell.stdout.isTTY) }, json);
}

async function update(shell: Shell, { from, signer: added = [], json }: UpdateOptions): Promise<void> {
  const config = shell.readConfig();
  const { signatureKeysFile, botRangesFile } = config.recording;
  const hosts = added.map(readHost);
  await requireFiles(config.recording);
  if (from !== undefined) await requireFolder(from);
  const { signers } = await catalogueOf(config);
  const keys =
    signatureKeysFile === undefined
      ? NOTHING
      : await updateKeys(shell, { file: signatureKeysFile, from, hosts, signers });
  const ranges =
    botRangesFile === undefined ? NOTHING : await updateRanges(shell, { file: botRangesFile, from });
  const value = { signatures: keys.value, ranges: ranges.value };
  print(shell, { value, lines: [...keys.lines, ...ranges.lines] }, json);
  if (keys.failed + ranges.failed > 0) throw new NegativeAnswer();
}

/** What becomes of a file that is not set. */
const NOTHING = { value: null, lines: [], failed: 0 };

async function requireFiles({
  signatureKeysFile,
  botRangesFile,
}: Pick<RecordingConfig, 'signatureKeysFile' | 'botRangesFile'>): Promise<void> {
  if (signatureKeysFile === undefined && botRangesFile === undefined)
    throw new CommandFailure('name the files to write: set SIGNATURE_KEYS, BOT_RANGES or both', {
      exitCode: WRONG_USAGE,
    });
  if (signatureKeysFile !== undefined) await requireFolderOf(signatureKeysFile, 'SIGNATURE_KEYS');
  if (botRangesFile !== undefined) await requireFolderOf(botRangesFile, 'BOT_RANGES');
}

type KeyUpdate = {
  readonly file: string;
  readonly from: string | undefined;
  readonly hosts: readonly string[];
  readonly signers: readonly Signer[];
};

async function updateKeys(shell: Shell, { file, from, hosts, signers }: KeyUpdate) {
  const nowMs = shell.now();
  const previous = (await exists(file)) ? await readKeys(file) : [];
  const all = [...hostsOf(signers, previous), ...hosts, ...(from === undefined ? [] : await hostsIn(from))];
  const source =
    from === undefined
      ? (known: Directory) => retrieveDirectory(known, { nowMs })
      : folderOfDirectories(from, nowMs);
  const updated = await updateDirectories(all, previous, source);
  await writeKeyFile(
    file,
    updated.map(({ directory }) => directory),
  ).catch((cause: unknown) => {
    throw cannotWrite(file, cause);
  });
  const failed = updated.filter(({ failure }) => failure !== undefined).length;
  const summary = `wrote ${file}: the keys of ${counted(updated.length - failed, 'signer')} retrieved, ${failed} not`;
  return {
    value: { file, signers: updated.map(updatedValue) },
    lines: [...updated.map(updatedLine), summary],
    failed,
  };
}

/** The signers of the catalogue, and those that the file has beside them. */
function hostsOf(signers: readonly Signer[], held: readonly Directory[]): readonly string[] {
  return [...new Set([...signers, ...held].map(({ host }) => host))];
}

/** The hosts whose directories a folder has. */
async function hostsIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  return names.flatMap((name) => HOST.parse(name.slice(0, -'.json'.length)) ?? []).toSorted();
}

function readHost(text: string): string {
  const host = HOST.parse(text);
  if (host !== undefined) return host;
  throw new CommandFailure(`--signer must be ${HOST.allowed}`, { exitCode: WRONG_USAGE });
}

/** The directories of a file that the user named. */
function readKeys(file: string): Promise<readonly Directory[]> {
  return readKeyFile(file).catch((cause: unknown) => {
    throw new CommandFailure(reasonOf(cause), { exitCode: WRONG_USAGE, cause });
  });
}

function valueOf(directory: Directory | undefined) {
  return {
    retrieved_at: instantOrNull(directory?.retrievedAtMs ?? null),
    keys: directory?.keys.map(({ thumbprint, algorithm }) => ({ thumbprint, algorithm })) ?? [],
  };
}

function retrievalOf(directory: Directory | undefined): string {
  const retrievedAtMs = directory?.retrievedAtMs ?? null;
  return retrievedAtMs === null ? 'never' : formatInstant(retrievedAtMs);
}

function updatedValue({ directory, failure }: UpdatedDirectory) {
  return { host: directory.host, ...valueOf(directory), failure: failure ?? null };
}

function updatedLine({ directory, failure }: UpdatedDirectory): string {
  const { host, keys, retrievedAtMs } = directory;
  if (failure === undefined) return `${host}: ${counted(keys.length, 'key')}`;
  const kept =
    retrievedAtMs === null
      ? 'there are no earlier keys'
      : `kept ${counted(keys.length, 'key')} of ${formatInstant(retrievedAtMs)}`;
  return `${host}: ${failure}; ${kept}`;
}
