import { type JsonWebKey, type KeyObject, createHash, createPublicKey } from 'node:crypto';
import { type JsonObject, isJsonObject, parseJson } from '../domain/json.ts';
import type { Algorithm } from './key-holders.ts';

/** The keys with which a host signs requests, as they were retrieved. */
export type Directory = {
  /** Perhaps with a port. */
  readonly host: string;
  /** Null if it never was. */
  readonly retrievedAtMs: number | null;
  /** The tag of the version that was retrieved (RFC 9110, section 8.8.3). */
  readonly etag: string | null;
  readonly keys: readonly DirectoryKey[];
};

export type DirectoryKey = {
  /** The thumbprint of the key (RFC 7638), which is its `keyid`. */
  readonly thumbprint: string;
  readonly algorithm: Algorithm;
  /** Its public members alone. */
  readonly jwk: JsonWebKey;
  readonly key: KeyObject;
};

/** No directory may have more. */
const MOST_KEYS = 100;

/**
 * Reads a directory as a host serves it, `{"keys": [JWK…]}`: its keys for an algorithm of ours, each once. Throws an Error
 * that says what is wrong.
 */
export function readDirectory(text: string): readonly DirectoryKey[] {
  const value = parseJson(text);
  const listed = isJsonObject(value) ? value['keys'] : undefined;
  if (!Array.isArray(listed)) throw new Error('it is not JSON with a list of keys');
  if (listed.length > MOST_KEYS) throw new Error(`it has more than ${MOST_KEYS} keys`);
  const keys = new Map(listed.flatMap((jwk) => readKey(jwk) ?? []).map((key) => [key.thumbprint, key]));
  if (keys.size === 0) throw new Error('it has no key for Ed25519 or RSA-PSS');
  return [...keys.values()];
}

/** Reads a JSON Web Key (RFC 7517); undefined if it is none by which a signature may be verified. */
export function readKey(jwk: unknown): DirectoryKey | undefined {
  const members = isJsonObject(jwk) ? publicMembers(jwk) : undefined;
  if (!members) return undefined;
  try {
    const key = createPublicKey({ key: members, format: 'jwk' });
    return isAllowed(key) ? describe(key) : undefined;
  } catch {
    return undefined;
  }
}

/** Of a private key, too, only what is public. */
function publicMembers({ kty, crv, x, n, e }: JsonObject): JsonWebKey | undefined {
  if (kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string') return { kty, crv, x };
  if (kty === 'RSA' && typeof n === 'string' && typeof e === 'string') return { kty, n, e };
  return undefined;
}

/** An RSA key that is too short can be broken, and one with large numbers would cost time at each request. */
function isAllowed({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  if (asymmetricKeyType !== 'rsa') return true;
  const { modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails ?? {};
  return modulusLength >= 2048 && modulusLength <= 4096 && publicExponent <= 0xffff_ffffn;
}

function describe(key: KeyObject): DirectoryKey {
  const { kty, crv, x, n, e } = key.export({ format: 'jwk' });
  // the members in the order of their names
  const jwk = kty === 'RSA' ? { e, kty, n } : { crv, kty, x };
  const thumbprint = createHash('sha256').update(JSON.stringify(jwk)).digest('base64url');
  return { thumbprint, algorithm: kty === 'RSA' ? 'rsa-pss-sha512' : 'ed25519', jwk: jwk as JsonWebKey, key };
}
