import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** Encrypts what is stored and must be used again, such as the secret with which a sender signs. */
export type Secrets = {
  /** The names of its keys in what it encrypts. */
  readonly keyId: string;
  /** The text to store. `place` names the column and the row: nowhere else can the text be decrypted. */
  seal(secret: string, place: string): string;
  /** What was encrypted for this place. Throws UnreadableSecret. */
  open(sealed: string, place: string): string;
};

/** A stored secret that cannot be decrypted. The message says why, and nothing of the secret. */
export class UnreadableSecret extends Error {
  override readonly name = 'UnreadableSecret';
}

const KEY_BYTES = 32;
/** Random. A key may encrypt 2^32 secrets with nonces of this length (NIST SP 800-38D, 8.3). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The first part of what is stored: `v1.KEY.NONCE.TEXT`, with the last three in base64url and the tag behind the text. */
const VERSION = 'v1';

/** The 32 bytes of a key in base64, with padding or without; undefined for any other text. */
export function parseSecretsKey(text: string): Buffer | undefined {
  if (!/^[\w+/-]{43}=?$/.test(text)) return undefined;
  const key = Buffer.from(text, 'base64');
  return key.length === KEY_BYTES ? key : undefined;
}

/** A new key, as the setting SECRETS_KEY has it. */
export function generateSecretsKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}

/** The key has 32 bytes. */
export function createSecrets(key: Buffer): Secrets {
  const keyId = idOf(key);
  return {
    keyId,
    seal(secret, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(place));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return [VERSION, keyId, nonce.toString('base64url'), text.toString('base64url')].join('.');
    },
    open(sealed, place) {
      if (keyIdOf(sealed) !== keyId)
        throw new UnreadableSecret('it was encrypted with another key than that of SECRETS_KEY');
      const [nonce = '', text = ''] = sealed.split('.').slice(2);
      try {
        return decrypt(key, { nonce: bytesOf(nonce), text: bytesOf(text), place });
      } catch {
        throw new UnreadableSecret('it was changed since it was encrypted, or belongs to another row');
      }
    },
  };
}

/** The name of the key that encrypted a text; undefined for one that no release of ours has encrypted. */
export function keyIdOf(sealed: string): string | undefined {
  const [version, keyId] = sealed.split('.');
  return version === VERSION ? keyId : undefined;
}

type Encrypted = { readonly nonce: Buffer; readonly text: Buffer; readonly place: string };

function decrypt(key: Buffer, { nonce, text, place }: Encrypted): string {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(boundTo(place))
    .setAuthTag(text.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(text.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}

function boundTo(place: string): Buffer {
  return Buffer.from(`${VERSION} ${place}`);
}

/** 48 bits that tell keys apart and show nothing of them. */
function idOf(key: Buffer): string {
  return createHmac('sha256', key).update('site-traffic: name of this key').digest('base64url').slice(0, 8);
}
