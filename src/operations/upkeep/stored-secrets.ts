import type { Database } from '../../database/database.ts';
import { signatureSecretOf } from '../../domain/api-key.ts';
import { type Secrets, UnreadableSecret, keyIdOf } from '../../domain/secrets.ts';
import { listSignatureSecrets, replaceSignatureSecret } from '../../queries/stored-secrets.ts';

/** A secret in the database, encrypted. */
export type StoredSecret = { readonly id: number; readonly sealed: string };

/** A column of secrets. */
type SecretColumn = {
  /** What its rows are called. */
  readonly what: string;
  /** For what the secret of a row is encrypted. */
  readonly placeOf: (id: number) => string;
  /** The next rows that have a secret, by their id; at most so many. */
  readonly list: (db: Database, after: number, limit: number) => Promise<readonly StoredSecret[]>;
  /** Stores a secret in another encryption, unless it was changed meanwhile. */
  readonly replace: (db: Database, secret: StoredSecret, sealed: string) => Promise<void>;
};

/** Every column of secrets. */
const COLUMNS: readonly SecretColumn[] = [
  {
    what: 'the signature secret of key',
    placeOf: signatureSecretOf,
    list: listSignatureSecrets,
    replace: replaceSignatureSecret,
  },
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
    if (opened) await column.replace(db, secret, to.seal(opened.text, column.placeOf(secret.id)));
    changed += 1;
  }
  return { changed, unread };
}

async function* storedSecrets(db: Database) {
  for (const column of COLUMNS) {
    for (let after = 0; ;) {
      const page = await column.list(db, after, PAGE);
      for (const secret of page) yield { column, secret };
      if (page.length < PAGE) break;
      after = page.at(-1)?.id ?? after;
    }
  }
}

function open(
  secrets: Secrets | undefined,
  { what, placeOf }: SecretColumn,
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
