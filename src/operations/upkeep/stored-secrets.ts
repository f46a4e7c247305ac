import type { Database } from '../../database/database.ts';
import { signatureSecretOf } from '../../domain/api-key.ts';
import { type Secrets, UnreadableSecret, keyIdOf } from '../../domain/secrets.ts';
import {
  type SecretColumn,
  type StoredSecret,
  listStoredSecrets,
  replaceStoredSecret,
} from '../../queries/stored-secrets.ts';
import { CHANNEL_SECRETS, channelSecretOf } from '../delivery/sealed-channel.ts';

/** A column of secrets, and what it has. */
type KnownColumn = SecretColumn & {
  /** What its rows are called. */
  readonly what: string;
  /** For what the secret of a row is encrypted. */
  readonly placeOf: (id: number) => string;
};

/** Every column of secrets. */
const COLUMNS: readonly KnownColumn[] = [
  {
    ...{ table: 'api_keys', column: 'signature_secret', what: 'the signature secret of key' },
    placeOf: signatureSecretOf,
  },
  ...CHANNEL_SECRETS.map((column) => ({
    ...({ table: 'channels', column, what: `the ${column.replace('_', ' ')} of channel` } as const),
    placeOf: channelSecretOf(column),
  })),
];

const PAGE = 500;

/** A secret that cannot be read: `the signature secret of key 7`, and why. */
export type Unread = { readonly what: string; readonly reason: string };

/** Reads all secrets. Returns how many there are, and those that cannot be read. */
export async function readSecrets(
  db: Database,
  secrets: Secrets | undefined,
): Promise<{ readonly stored: number; readonly unread: readonly Unread[] }> {
  const unread: Unread[] = [];
  let stored = 0;
  for await (const { column, secret } of storedSecrets(db)) {
    stored += 1;
    const opened = open(secrets, column, secret);
    if ('unread' in opened) unread.push(opened.unread);
  }
  return { stored, unread };
}

/** How many secrets have the new key now, and those that cannot be read, which stay. */
export type KeyChange = { readonly changed: number; readonly unread: readonly Unread[] };

/**
 * Encrypts all secrets with another key. Those that have it already are left alone, so an interrupted change can be
 * repeated. Whoever stores a secret meanwhile with the old key wins: repeat it then, too.
 */
export async function changeSecretsKey(
  db: Database,
  { from, to }: { readonly from: Secrets | undefined; readonly to: Secrets },
): Promise<KeyChange> {
  const unread: Unread[] = [];
  let changed = 0;
  for await (const { column, secret } of storedSecrets(db)) {
    const isDone = keyIdOf(secret.sealed) === to.keyId;
    const opened = isDone ? undefined : open(from, column, secret);
    if (opened !== undefined && 'unread' in opened) {
      unread.push(opened.unread);
      continue;
    }
    if (opened)
      await replaceStoredSecret(db, column, secret, to.seal(opened.text, column.placeOf(secret.id)));
    changed += 1;
  }
  return { changed, unread };
}

async function* storedSecrets(db: Database) {
  for (const column of COLUMNS) {
    for (let after = 0; ;) {
      const page = await listStoredSecrets(db, column, { after, limit: PAGE });
      for (const secret of page) yield { column, secret };
      if (page.length < PAGE) break;
      after = page.at(-1)?.id ?? after;
    }
  }
}

function open(
  secrets: Secrets | undefined,
  { what, placeOf }: KnownColumn,
  { id, sealed }: StoredSecret,
): { readonly text: string } | { readonly unread: Unread } {
  try {
    if (secrets === undefined) throw new UnreadableSecret('SECRETS_KEY is not set');
    return { text: secrets.open(sealed, placeOf(id)) };
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    return { unread: { what: `${what} ${id}`, reason: error.message } };
  }
}
