import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalEmail, composedEmail, foldedEmail, namedBy, storedForms } from '../../src/domain/email.ts';

const KELVIN = '\u212Aim@example.org';
const COMPOSED = '\u00E9@example.org';
const DECOMPOSED = 'e\u0301@example.org';

describe('an address', () => {
  it('is compared in NFC, with A to Z in lower case', () => {
    expect(canonicalEmail('KIM@Example.ORG')).toBe('kim@example.org');
    expect(canonicalEmail(DECOMPOSED)).toBe(COMPOSED);
  });

  it.each([
    ['the Kelvin sign', KELVIN, 'kim@example.org'],
    ['a capital I with a dot', '\u0130van@example.org', 'ivan@example.org'],
    ['a capital E with an accent', '\u00C9@example.org', COMPOSED],
    ['a long s', '\u017Fam@example.org', 'sam@example.org'],
  ])('with %s names nobody else', (_, given, other) => {
    expect(canonicalEmail(given)).not.toBe(canonicalEmail(other));
    expect(namedBy(given, [{ email: other }])).toBeUndefined();
  });

  it('that is not ASCII is never compared as one that is', () => {
    const characters = Array.from({ length: 0x110000 - 0x80 }, (_, at) => String.fromCodePoint(at + 0x80));
    const folded = canonicalEmail(characters.join('\u00A0')).match(/\p{ASCII}/gu) ?? [];
    expect(folded).toEqual([]);
  });

  it('is found in a form that it may be stored in, whatever its letters', () => {
    const letters = fc.constantFrom(
      'k',
      'K',
      '\u212A',
      'i',
      'I',
      '\u0130',
      '\u0307',
      'e',
      '\u0301',
      '\u00E9',
      'A\u030A',
    );
    const addresses = fc.array(letters, { maxLength: 6 }).map((some) => `${some.join('')}@example.org`);
    const written = fc.constantFrom<(email: string) => string>(
      composedEmail,
      (email) => email.replace(/[^\u212A]+/g, (part) => part.normalize('NFD')),
      (email) => email,
      (email) => composedEmail(email.toUpperCase()),
    );
    fc.assert(
      fc.property(addresses, written, (email, write) => {
        const stored = write(email);
        const inIndex = stored.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
        const isNamed = namedBy(email, [{ email: stored }]) !== undefined;
        expect(isNamed).toBe(canonicalEmail(stored) === canonicalEmail(email));
        if (isNamed) expect(storedForms(email)).toContain(inIndex);
      }),
    );
  });

  it('that two accounts were made with names each by its spelling, and the oldest by all others', () => {
    const [oldest, younger] = [{ email: DECOMPOSED }, { email: COMPOSED }];
    expect(namedBy(COMPOSED, [oldest, younger])).toBe(younger);
    expect(namedBy(DECOMPOSED, [oldest, younger])).toBe(oldest);
    expect(namedBy(COMPOSED.toUpperCase(), [oldest, younger])).toBeUndefined();
    expect(namedBy('\u00E9@EXAMPLE.org', [oldest, younger])).toBe(oldest);
  });

  it('looks like those that some database folds it into', () => {
    for (const like of [KELVIN, 'KIM@example.org']) expect(foldedEmail(like)).toBe('kim@example.org');
    expect(foldedEmail('\u0130van@example.org')).toBe('ivan@example.org');
    expect(foldedEmail('E\u0301@example.org')).toBe(COMPOSED);
  });
});
