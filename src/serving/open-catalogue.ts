import { readFile } from 'node:fs/promises';
import { type Catalogue, INSTALLED, INSTALLED_ENTRIES, createCatalogue } from '../catalogue/catalogue.ts';
import { type OwnEntries, parseOwnEntries } from '../catalogue/own-entries.ts';
import { withOwnEntries } from '../catalogue/with-own-entries.ts';
import { parseJson } from '../domain/json.ts';
import { watchFile } from '../files/watch-file.ts';
import { unreadable } from '../logs/unreadable.ts';
import type { Config } from '../settings/config.ts';
import { messageOf } from './message-of.ts';
import { Unusable, WRONG_SETTINGS } from './unusable.ts';

/** The catalogue in use. */
export type CatalogueSource = {
  readonly catalogue: () => Catalogue;
  /** Stops watching the file. */
  readonly close: () => void;
};

type CatalogueOptions = {
  /** A file of an operator's own entries. Default: none. */
  readonly file?: string | undefined;
  /** Called once for a new file that cannot be used. The old catalogue stays in use. */
  readonly onFault?: ((cause: unknown) => void) | undefined;
};

/**
 * Opens the catalogue, with the entries of a file, which is read again whenever it is replaced (`watchFile`). Throws an
 * Error that names the file and its wrong entries.
 */
export async function openCatalogue({ file, onFault }: CatalogueOptions): Promise<CatalogueSource> {
  if (file === undefined) return { catalogue: () => INSTALLED, close: () => undefined };
  const { content, close } = await watchFile(file, { read: readCatalogue, onFault });
  return { catalogue: content, close };
}

/** The catalogue of the settings, for one command. Throws Unusable. */
export async function catalogueOf({ recording }: Pick<Config, 'recording'>): Promise<Catalogue> {
  const { catalogueFile: file } = recording;
  if (file === undefined) return INSTALLED;
  return readCatalogue(file).catch((cause: unknown) => {
    throw new Unusable(messageOf(cause), { exitCode: WRONG_SETTINGS });
  });
}

async function readCatalogue(file: string): Promise<Catalogue> {
  return createCatalogue(withOwnEntries(INSTALLED_ENTRIES, await readOwnEntries(file)));
}

/** The entries of a file. Throws as `openCatalogue` does. */
export async function readOwnEntries(file: string): Promise<OwnEntries> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`the catalogue: ${messageOf(unreadable(file, cause))}`, { cause });
  });
  const value = parseJson(text.replace(/^\uFEFF/, ''));
  const own = value === undefined ? { complaints: ['the file must be JSON'] } : parseOwnEntries(value);
  if (!('complaints' in own)) return own;
  const { complaints } = own;
  const others = complaints.length > MAX_COMPLAINTS ? [`and ${complaints.length - MAX_COMPLAINTS} more`] : [];
  throw new Error(
    `the catalogue ${file} cannot be used: ${[...complaints.slice(0, MAX_COMPLAINTS), ...others].join('; ')}`,
  );
}

const MAX_COMPLAINTS = 20;
