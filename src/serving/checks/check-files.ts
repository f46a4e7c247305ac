import type { Own, OwnEntries } from '../../catalogue/own-entries.ts';
import { counted } from '../../domain/counted.ts';
import { openRanges } from '../../ranges/open-ranges.ts';
import type { Config } from '../../settings/config.ts';
import type { Directory } from '../../signatures/directory.ts';
import { readKeyFile } from '../../signatures/key-file.ts';
import { messageOf } from '../message-of.ts';
import { readOwnEntries } from '../open-catalogue.ts';
import { readPersistedDocuments } from '../persisted-documents.ts';
import { readConversionRules } from '../request-rules.ts';
import type { Check } from './check.ts';

/** A setting that names a file, and how to read that, which returns what to say about it. */
type FileSetting = {
  readonly name: string;
  readonly file: string | undefined;
  readonly read: (file: string) => Promise<string>;
  /** What to do, if what fails does not say it. */
  readonly advice?: string;
};

const ADVICE = 'Correct the file or the setting';

/** Whether the files that the settings name can be read, and are what they should be. */
export async function checkFiles(config: Config): Promise<readonly Check[]> {
  const checks = await Promise.all(fileSettings(config).map(checkFile));
  return checks.flat();
}

function fileSettings(config: Config): readonly FileSetting[] {
  const { conversionRulesFile, botRangesFile, signatureKeysFile, catalogueFile } = config.recording;
  return [
    {
      ...{ name: 'CONVERSION_RULES', file: conversionRulesFile, advice: ADVICE },
      read: async (file) => `${file} has ${counted((await readConversionRules(file)).length, 'rule')}`,
    },
    {
      ...{ name: 'BOT_RANGES', file: botRangesFile },
      read: async (file) => closed(file, await openRanges({ file })),
    },
    {
      ...{ name: 'SIGNATURE_KEYS', file: signatureKeysFile },
      read: async (file) => describeKeys(file, await readKeyFile(file)),
    },
    {
      ...{ name: 'BOT_CATALOGUE', file: catalogueFile, advice: ADVICE },
      read: async (file) => `${file} has ${describeOwn(await readOwnEntries(file))}`,
    },
    {
      ...{ name: 'PERSISTED_DOCUMENTS', file: config.persistedDocuments?.file },
      advice: ADVICE,
      read: async (file) =>
        `${file} has ${counted((await readPersistedDocuments(config))?.byId.size ?? 0, 'document')}`,
    },
  ];
}

async function checkFile({ name, file, read, advice }: FileSetting): Promise<readonly Check[]> {
  if (file === undefined) return [];
  try {
    return [{ check: name, state: 'ok', detail: await read(file) }];
  } catch (cause) {
    const reason = messageOf(cause).replace(/\.$/, '');
    const detail = [reason, ...(advice ? [advice] : []), 'A server does not start without it'].join('. ');
    return [{ check: name, state: 'problem', detail }];
  }
}

function describeOwn({ bots, products, signers }: OwnEntries): string {
  const count = ({ entries, removed }: Own<unknown>, word: string) =>
    counted(entries.length + removed.length, word);
  return `${count(bots, 'bot')}, ${count(products, 'product')} and ${count(signers, 'signer')}`;
}

function describeKeys(file: string, directories: readonly Directory[]): string {
  const keys = directories.reduce((sum, { keys: some }) => sum + some.length, 0);
  return `${file} has ${counted(keys, 'key')} of ${counted(directories.length, 'signer')}`;
}

function closed(file: string, { close }: { readonly close: () => void }): string {
  close();
  return `${file} can be used`;
}
