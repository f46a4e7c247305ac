import { describe, expect, it } from 'vitest';
import {
  UnreadableSecret,
  createSecrets,
  generateSecretsKey,
  keyIdOf,
  parseSecretsKey,
} from '../../src/domain/secrets.ts';

const KEY = Buffer.alloc(32, 7);
const secrets = createSecrets(KEY);
const SECRET = 'whsec_ä';
const PLACE = 'api_keys.signature_secret 7';

function reasonFor(sealed: string, place = PLACE, by = secrets): string {
  try {
    return by.open(sealed, place);
  } catch (error) {
    return error instanceof UnreadableSecret ? error.message : String(error);
  }
}

const CHANGED = 'it was changed since it was encrypted, or belongs to another row';
const OTHER_KEY = 'it was encrypted with another key than that of SECRETS_KEY';

describe('a secret', () => {
  it('is read back in its place, is never encrypted twice alike, and is not in the text', () => {
    const sealed = [secrets.seal(SECRET, PLACE), secrets.seal(SECRET, PLACE)];

    expect(sealed.map((one) => secrets.open(one, PLACE))).toEqual([SECRET, SECRET]);
    expect(new Set(sealed).size).toBe(2);
    for (const one of sealed) {
      expect(one).toMatch(/^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]+$/);
      expect(Buffer.from(one.split('.')[3] ?? '', 'base64url').includes('whsec')).toBe(false);
      expect(keyIdOf(one)).toBe(secrets.keyId);
    }
  });

  it('is read in no other place, with no other key, and not if a bit of it was changed or cut off', () => {
    const sealed = secrets.seal(SECRET, PLACE);
    const [version = '', key = '', nonce = '', text = ''] = sealed.split('.');
    const flipped = (part: string) => {
      const bytes = Buffer.from(part, 'base64url');
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      return bytes.toString('base64url');
    };

    expect(reasonFor(sealed, 'api_keys.signature_secret 70')).toBe(CHANGED);
    expect(reasonFor(sealed, PLACE, createSecrets(Buffer.alloc(32, 8)))).toBe(OTHER_KEY);
    expect(reasonFor([version, key, flipped(nonce), text].join('.'))).toBe(CHANGED);
    expect(reasonFor([version, key, nonce, flipped(text)].join('.'))).toBe(CHANGED);
    expect(reasonFor([version, key, nonce, text.slice(0, 20)].join('.'))).toBe(CHANGED);
    expect(reasonFor([version, key].join('.'))).toBe(CHANGED);
    expect(reasonFor(['v2', key, nonce, text].join('.'))).toBe(OTHER_KEY);
    expect(reasonFor('')).toBe(OTHER_KEY);
  });
});

describe('a key', () => {
  it('is 32 bytes in base64', () => {
    expect(parseSecretsKey(KEY.toString('base64'))).toEqual(KEY);
    expect(parseSecretsKey(KEY.toString('base64url'))).toEqual(KEY);
    expect(parseSecretsKey(generateSecretsKey())).toHaveLength(32);
  });

  it.each(['', 'secret', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}==`, `${'A'.repeat(43)}=\n`])(
    'is nothing else: %j',
    (text) => {
      expect(parseSecretsKey(text)).toBeUndefined();
    },
  );
});
