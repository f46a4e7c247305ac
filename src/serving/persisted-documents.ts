import { readFile } from 'node:fs/promises';
import type { Config } from '../settings/config.ts';
import { isJsonObject, parseJson } from '../domain/json.ts';
import type { PersistedDocuments } from '../domain/persisted-documents.ts';
import { unreadable } from '../logs/unreadable.ts';
import { messageOf } from './message-of.ts';
import { Unusable, WRONG_SETTINGS } from './unusable.ts';

/**
 * Reads the manifest of the settings, as graphql-codegen's client preset writes it: a JSON object with the text of each
 * document by its hash. Undefined without one. Throws Unusable if it cannot be used.
 */
export async function readPersistedDocuments({
  persistedDocuments: settings,
}: Config): Promise<PersistedDocuments | undefined> {
  if (settings === undefined) return undefined;
  const { file, isOnly } = settings;
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw unusable(messageOf(unreadable(file, cause)), cause);
  });
  const manifest = parseJson(text);
  if (!isJsonObject(manifest) || !Object.values(manifest).every((document) => typeof document === 'string'))
    throw unusable(`${file} must be a JSON object with the text of each document by its hash`);
  return { byId: new Map(Object.entries(manifest as Readonly<Record<string, string>>)), isOnly };
}

function unusable(reason: string, cause?: unknown): Unusable {
  return new Unusable(`the persisted documents: ${reason}`, { exitCode: WRONG_SETTINGS, cause });
}
