import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { parseJson } from '../domain/json.ts';
import { formatInstant } from '../domain/time.ts';
import { replaceFile } from '../files/replace-file.ts';
import { type Directory, type DirectoryKey, readKey } from './directory.ts';

/** Reads a file that `proof update` wrote. Throws an Error that names the file and says what is wrong with it. */
export async function readKeyFile(path: string): Promise<readonly Directory[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    const message = isMissing ? `does not exist. ${ADVICE}` : `cannot be read. ${EXPECTED}`;
    throw new Error(`The file of signature keys ${path} ${message}`, { cause });
  });
  const { success, data, error } = FILE.safeParse(parseJson(text));
  if (success) return data.directories;
  const [issue] = error.issues;
  const where = issue === undefined || issue.path.length === 0 ? 'the file' : issue.path.join('.');
  throw new Error(
    `The file of signature keys ${path} cannot be used: ${where}: ${issue?.message ?? ''}. ${EXPECTED}`,
  );
}

/** Replaces a file of directories as a whole. */
export async function writeKeyFile(path: string, directories: readonly Directory[]): Promise<void> {
  const written = directories.map(({ host, retrievedAtMs, etag, keys }) => ({
    host,
    retrievedAt: retrievedAtMs === null ? null : formatInstant(retrievedAtMs),
    etag,
    keys: keys.map(({ jwk }) => jwk),
  }));
  await replaceFile(path, `${JSON.stringify({ directories: written }, null, 2)}\n`);
}

const ADVICE = 'Make it with: site-traffic proof update.';
const EXPECTED = 'Use a file that "site-traffic proof update" wrote.';

const KEY = z.unknown().transform((jwk, { issues }): DirectoryKey => {
  const key = readKey(jwk);
  if (key) return key;
  issues.push({ code: 'custom', message: 'it is no key for Ed25519 or RSA-PSS', input: jwk });
  return z.NEVER;
});

const DIRECTORY = z
  .object({
    host: z.string().min(1),
    retrievedAt: z.iso.datetime().nullable(),
    etag: z.string().nullable(),
    keys: z.array(KEY).max(100),
  })
  .transform(({ retrievedAt, ...directory }): Directory => {
    return { ...directory, retrievedAtMs: retrievedAt === null ? null : Date.parse(retrievedAt) };
  });

const FILE = z.object({ directories: z.array(DIRECTORY) });
