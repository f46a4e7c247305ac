import { describe, expect, it } from 'vitest';
import { parseDomain, parseEmail, parseName } from '../../src/operations/owner/names.ts';

describe('an email address', () => {
  it.each(['a@b', 'Some.One+tag@sub.example.com', 'é@bücher.example', `${'a'.repeat(252)}@b`])(
    'may be %s',
    (email) => {
      expect(parseEmail(email)).toBe(email);
    },
  );

  it.each(['', '@', 'a@', '@b', 'a@b@c', 'a b@c', 'a@b\n', 'a@\0b', `${'a'.repeat(253)}@b`])(
    'may not be %j',
    (email) => {
      expect(() => parseEmail(email)).toThrow(
        /^The email must be an address such as name@example\.com; got "/,
      );
    },
  );
});

describe('a name', () => {
  it('has one line of 1 to 200 characters, without whitespace around it', () => {
    expect(parseName(' Our shop ')).toBe('Our shop');
    expect(parseName('n'.repeat(200))).toBe('n'.repeat(200));
    for (const name of ['', '  ', 'a\nb', 'a\u001b[31mb', 'n'.repeat(201)]) {
      expect(() => parseName(name)).toThrow(/^The name must be one line of 1 to 200 characters; got "/);
    }
  });
});

describe('a domain', () => {
  it.each([
    ['example.com', 'example.com'],
    ['WWW.Example.COM', 'www.example.com'],
    ['example.com.', 'example.com'],
    ['localhost', 'localhost'],
    ['my_shop.example.com', 'my_shop.example.com'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
  ])('given as %s is %s', (given, domain) => {
    expect(parseDomain(given)).toBe(domain);
  });

  it.each([
    ['https://Example.com/', 'example.com'],
    ['https://example.com:8443/shop?x=1', 'example.com'],
    ['example.com:80', 'example.com'],
    ['example.com/shop', 'example.com'],
    ['//example.com', 'example.com'],
    ['https://Bücher.example', 'xn--bcher-kva.example'],
  ])('given as %s is refused with the right one: %s', (given, meant) => {
    const message = `The domain must be a host name such as example.com, without scheme, path or port; got ${JSON.stringify(given)}; did you mean ${meant}?`;
    expect(() => parseDomain(given)).toThrow(message);
  });

  it.each([
    '',
    '.',
    'a..b',
    '-a.com',
    'a-.com',
    '*.a.com',
    'a b.com',
    '1.2.3.4',
    '0x7f',
    '[::1]',
    'a%41.com',
    `${'a'.repeat(64)}.com`,
  ])('may not be %j', (given) => {
    expect(() => parseDomain(given)).toThrow(/^The domain must be a host name such as example\.com[^?]*$/);
  });
});
