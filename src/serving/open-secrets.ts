import { chmodSync, existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Secrets, createSecrets, generateSecretsKey, parseSecretsKey } from '../domain/secrets.ts';
import type { Config } from '../settings/config.ts';
import { Unusable } from './unusable.ts';

type Place = Pick<Config, 'secretsKey' | 'databaseUrl' | 'dataDir'>;

const FOR_OWNER = 0o600;

/**
 * What encrypts the secrets in the database: with the key of SECRETS_KEY, or for the embedded database with that of a file in
 * its folder, which is read or made for the first secret. Undefined for a database server without a key.
 */
export function openSecrets(config: Place): Secrets | undefined {
  if (config.secretsKey !== undefined || config.databaseUrl !== undefined) return openKnownSecrets(config);
  return whenNeeded(() => openKnownSecrets(config) ?? makeSecrets(config));
}

/** The same, without making a key. */
export function openKnownSecrets({ secretsKey, databaseUrl, dataDir }: Place): Secrets | undefined {
  if (secretsKey !== undefined) return createSecrets(secretsKey);
  const file = keyFileIn(dataDir);
  return databaseUrl === undefined && existsSync(file) ? createSecrets(readKey(file)) : undefined;
}

/** Puts another key in the place of that in the folder of the embedded database. Does nothing if a setting has the key. */
export function replaceOwnKey({ secretsKey, databaseUrl, dataDir }: Place, key: Buffer): void {
  if (secretsKey !== undefined || databaseUrl !== undefined) return;
  const file = keyFileIn(dataDir);
  renameSync(writeBeside(file, key.toString('base64')), file);
}

function whenNeeded(open: () => Secrets): Secrets {
  let opened: Secrets | undefined;
  const secrets = () => (opened ??= open());
  return {
    get keyId() {
      return secrets().keyId;
    },
    seal: (secret, place) => secrets().seal(secret, place),
    open: (sealed, place) => secrets().open(sealed, place),
  };
}

function keyFileIn(dataDir: string): string {
  return resolve(dataDir, 'secrets.key');
}

function makeSecrets({ dataDir }: Place): Secrets {
  const file = keyFileIn(dataDir);
  const made = writeBeside(file, generateSecretsKey());
  try {
    // whole or not at all, and never in the place of the key that another process has just made
    linkSync(made, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(made);
  }
  return createSecrets(readKey(file));
}

function writeBeside(file: string, key: string): string {
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, `${key}\n`, { mode: FOR_OWNER });
  // a file that was left there keeps its mode
  chmodSync(beside, FOR_OWNER);
  return beside;
}

function readKey(file: string): Buffer {
  const key = parseSecretsKey(readFileSync(file, 'utf8').trim());
  if (key !== undefined) return key;
  throw new Unusable(`${file} must have 32 bytes in base64; restore it from a backup`);
}
