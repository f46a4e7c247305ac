import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJudge } from '../../src/robots/judge.ts';
import { parseRobots } from '../../src/robots/parse-robots.ts';

const judged = (text: string, path: string, token = 'FooBot') => createJudge(parseRobots(text), token)(path);
const stateOf = (text: string, path: string, token?: string) => judged(text, path, token).state;
const group = (...rules: readonly string[]) => ['User-agent: FooBot', ...rules].join('\n');

describe('the group of a bot', () => {
  const SIMPLE = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot
`;

  it.each([
    // RFC 9309, 5.1
    ['foobot', '/example/page.html', 'allowed'],
    ['foobot', '/example/allowed.gif', 'allowed'],
    ['foobot', '/publications/', 'against'],
    ['barbot', '/example/page.html', 'against'],
    ['bazbot', '/example/page.html', 'against'],
    ['bazbot', '/example/allowed.gif', 'allowed'],
    ['quxbot', '/example/page.html', 'allowed'],
    ['otherbot', '/example/page.html', 'against'],
    ['otherbot', '/publications/a.gif', 'allowed'],
    ['otherbot', '/a.gif', 'against'],
    ['otherbot', '/a.gif.html', 'allowed'],
    ['FOOBOT', '/', 'against'],
  ])('for %s says of %s that it is %s (RFC 9309, 5.1)', (token, path, state) => {
    expect(stateOf(SIMPLE, path, token)).toBe(state);
  });

  it('is joined from several, and goes on behind lines of other kinds', () => {
    const text = `User-agent: a
User-agent: foobot
Crawl-delay: 3
User-agent: b
Disallow: /one

User-agent: *
Disallow: /

User-agent: FooBot/2.1
Disallow: /two`;
    expect(['/one', '/two', '/three'].map((path) => stateOf(text, path))).toEqual([
      ...['against', 'against', 'allowed'],
    ]);
    expect(stateOf(text, '/one', 'b')).toBe('against');
    expect(stateOf(text, '/two', 'b')).toBe('allowed');
  });

  it.each([
    ['rules before the first group', 'Disallow: /\nUser-agent: other\nAllow: /'],
    ['an empty Disallow', group('Disallow:')],
    ['a pattern that begins with neither / nor *', group('Disallow: private')],
    ['no file', ''],
    ['a group of a longer name', 'User-agent: FooBotNews\nDisallow: /'],
    ['a group of a shorter name', 'User-agent: Foo\nDisallow: /'],
    ['a field that is misspelt', group('Dissallow: /')],
  ])('forbids nothing by %s', (_, text) => {
    expect(stateOf(text, '/private')).toBe('allowed');
  });

  it('is that of a name with other characters up to the first of them, for the bot as for the file', () => {
    const text = 'User-agent: *\nDisallow: /\n\nUser-agent: AI2Bot\nDisallow: /a';
    expect(['/a', '/b'].map((path) => stateOf(text, path, 'AI2Bot'))).toEqual(['against', 'allowed']);
    expect(stateOf('User-agent: *\nDisallow: /', '/b', '360Spider')).toBe('against');
  });

  it.each(['*', '* ', '*\t# all', '* all'])('of everybody is named by %j', (name) => {
    expect(stateOf(`User-agent: ${name}\nDisallow: /`, '/a')).toBe('against');
  });
});

describe('a pattern', () => {
  it.each([
    // RFC 9309, 2.2.2: how octets are compared
    ['/foo/bar?baz=quz', '/foo/bar', 'unknown'],
    ['/foo/bar/ツ', '/foo/bar/%E3%83%84', 'against'],
    ['/foo/bar/%E3%83%84', '/foo/bar/%E3%83%84', 'against'],
    ['/foo/bar/%e3%83%84', '/foo/bar/ツ', 'against'],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz', 'against'],
    ['/foo/bar/baz', '/foo/bar/%62%61%7a', 'against'],
    // the last octet of these is A0, which is a space elsewhere
    ['/コラム', '/コラム/1', 'against'],
    ['/コラム \t', '/コラーゲン', 'allowed'],
    ['/voilà', '/voilé', 'allowed'],
    ['/%7Euser', '/~user', 'against'],
    ['/~user', '/%7euser', 'against'],
    ['/a%2Fb', '/a/b', 'allowed'],
    ['/a/b', '/a%2fb', 'allowed'],
    ['/a%2fb', '/a%2Fb/c', 'against'],
    // 2.2.3: signs, and how they stand for themselves
    ['/path/file-with-a-%2A.html', '/path/file-with-a-*.html', 'against'],
    ['/path/foo-%24', '/path/foo-$', 'against'],
    ['/this/*/exactly', '/this/and/that/exactly', 'against'],
    ['/this/path/exactly$', '/this/path/exactly/', 'allowed'],
    ['/this/path/exactly$', '/this/path/exactly', 'against'],
    // Google's published cases
    ['/', '/any/valid', 'against'],
    ['/*', '/', 'against'],
    ['/$', '/a', 'allowed'],
    ['/$', '/', 'against'],
    ['/fish', '/fishheads/yummy.html', 'against'],
    ['/fish', '/Fish.asp', 'allowed'],
    ['/fish', '/catfish', 'allowed'],
    ['/fish*', '/fish.html', 'against'],
    ['/fish/', '/fish', 'allowed'],
    ['/fish/', '/fish/salmon.htm', 'against'],
    ['/*.php', '/folder/any.php.file.html', 'against'],
    ['/*.php', '/windows.PHP', 'allowed'],
    ['/*.php$', '/folder/filename.php', 'against'],
    ['/*.php$', '/filename.php5', 'allowed'],
    ['/*.php$', '/a.php.php', 'against'],
    ['/fish*.php', '/fishheads/catfish.php', 'against'],
    ['/fish*.php', '/Fish.PHP', 'allowed'],
    ['/a$b', '/a$bc', 'against'],
    ['*ab*ba$', '/aba', 'allowed'],
    ['*ab*ba$', '/abba', 'against'],
    ['/%zz', '/%zz', 'against'],
    // a % that encodes nothing is an octet as it stands, and may belong to what follows
    ['/100%', '/100%', 'against'],
    ['/u%2*', '/u%2Fa', 'against'],
    ['/w%*2F', '/w%2fa', 'against'],
    ['/a b', '/a%20b', 'against'],
  ])('%s says of %s that it is %s', (pattern, path, state) => {
    expect(stateOf(group(`Disallow: ${pattern}`), path)).toBe(state);
  });

  it.each([
    ['Allow: /p', 'Disallow: /', '/page', 'allowed'],
    ['Allow: /folder', 'Disallow: /folder', '/folder/page', 'allowed'],
    ['Allow: /page', 'Disallow: /*.htm', '/page.htm', 'against'],
    ['Allow: /page', 'Disallow: /*.ph', '/page.php5', 'allowed'],
    ['Allow: /$', 'Disallow: /', '/', 'allowed'],
    ['Allow: /$', 'Disallow: /', '/page.htm', 'against'],
    // the encoded octet counts three
    ['Allow: /%C3%BC', 'Disallow: /******', '/ü', 'allowed'],
    ['Allow: /ü', 'Disallow: /*******', '/ü', 'against'],
  ])('%s beside %s: of %s the longer decides, or the one that allows', (one, other, path, state) => {
    expect([stateOf(group(one, other), path), stateOf(group(other, one), path)]).toEqual([state, state]);
  });

  it.each([
    ['Disallow: /*?', '/a', 'unknown'],
    ['Disallow: /a?b', '/a/b', 'allowed'],
    ['Disallow: /a?b\nAllow: /abc', '/a', 'unknown'],
    ['Disallow: /a?b\nAllow: /*****', '/a', 'allowed'],
    ['Disallow: /a?b\nDisallow: /', '/a', 'against'],
    ['Disallow: /\nAllow: /a?b', '/a', 'unknown'],
    ['Disallow: /a?b\nAllow: /a**', '/a', 'allowed'],
    ['Disallow: /a\nAllow: /?x', '/a', 'against'],
  ])('with a ? leaves open what the query decides: %s of %s is %s', (rules, path, state) => {
    expect(stateOf(group(...rules.split('\n')), path)).toBe(state);
  });

  it('never forbids /robots.txt', () => {
    expect(stateOf(group('Disallow: /'), '/robots.txt')).toBe('allowed');
  });
});

describe('a file', () => {
  it('names the rule that decides, with its line and its group', () => {
    const text =
      '\uFEFF# all\r\nUser-agent: GPTBot # theirs\r\n\r\nDisallow:\t/private/ # not for you\rAllow: /ü\n';
    expect(judged(text, '/private/a', 'gptbot')).toMatchObject({
      state: 'against',
      rule: { text: 'Disallow: /private/', line: 4, group: 'GPTBot' },
    });
    expect(judged(text, '/%C3%BC', 'gptbot').rule?.text).toBe('Allow: /ü');
    expect(judged('User-agent: *\nDisallow: /Р\v\f', '/Р').rule?.text).toBe('Disallow: /Р');
  });

  it('names a group by all of its names', () => {
    const text =
      'User-agent: CCBot\nUser-agent: Amazonbot\nDisallow: /a\nDisallow: /b\n\nUser-agent: *\nDisallow: /c';
    const groupOf = (path: string, token: string) => judged(text, path, token).rule?.group;
    expect([groupOf('/a', 'amazonbot'), groupOf('/b', 'ccbot'), groupOf('/c', 'other')]).toEqual([
      'CCBot, Amazonbot',
      'CCBot, Amazonbot',
      '*',
    ]);
  });

  it('shows its signals, and which of its lines nobody understands', () => {
    const text =
      'Content-Signal: search=yes, ai-train=no\nnonsense\nUser-agent: *\nDisallow: private\n: /\nSitemap: https://a/s.xml\n';
    const { signals, invalidLines } = parseRobots(text);
    expect([signals, invalidLines]).toEqual([['search=yes, ai-train=no'], [2, 4, 5]]);
  });

  it('is read to its 500th KiB, and a line that is cut there as far as it goes', () => {
    const head = 'User-agent: *\n#';
    const rule = '\nDisallow: /abc';
    const textWith = (room: number) => `${head}${'x'.repeat(512_000 - head.length - room)}${rule}def`;
    expect(stateOf(textWith(rule.length), '/abcx')).toBe('against');
    expect(stateOf(textWith(rule.length + 3), '/abcx')).toBe('allowed');
    expect(stateOf(textWith(rule.length + 3), '/abcdef')).toBe('against');
    expect(stateOf(textWith(0), '/abcdef')).toBe('allowed');
  });

  it.each([
    ['NUL', 'User-agent: *\nDisallow: /\0a', '/%00a', 'against'],
    [
      'ten thousand names before ten thousand rules',
      `${'User-agent: a\nUser-agent: FooBot\n'.repeat(10_000)}${'Disallow: *x\n'.repeat(10_000)}`,
      `/${'a'.repeat(2_000)}x`,
      'against',
    ],
    ['a line of a megabyte', `User-agent: *\nDisallow: /${'a'.repeat(1_000_000)}\nAllow: /`, '/a', 'allowed'],
    [
      'a piece of which most is at each place of a path',
      `User-agent: *\nDisallow: /*${'a'.repeat(200_000)}b${'a'.repeat(200_000)}`,
      `/${'a'.repeat(2_000_000)}`,
      'allowed',
    ],
    [
      'a hundred thousand signs',
      `User-agent: *\nDisallow: /${'*a'.repeat(100_000)}$`,
      `/${'a'.repeat(2_000)}`,
      'allowed',
    ],
  ])(
    'with %s is read',
    (_, text, path, state) => {
      expect(stateOf(text, path)).toBe(state);
    },
    // what is quadratic in any of these takes minutes
    20_000,
  );

  it('is judged as by trying every rule at every place', () => {
    const letters = fc.constantFrom('a', 'b', '*', '$', '/', '?', '%61', '%2F', 'ü');
    const pattern = fc.array(letters, { maxLength: 6 }).map((parts) => `/${parts.join('')}`);
    const rule = fc.record({ allows: fc.boolean(), pattern });
    const path = fc
      .array(fc.constantFrom('a', 'b', '/', '$', '*', '%62', '%2f', 'ü'), { maxLength: 8 })
      .map((parts) => `/${parts.join('')}`);
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 6 }), path, (rules, asked) => {
        const lines = rules.map(({ allows, pattern: text }) => `${allows ? 'Allow' : 'Disallow'}: ${text}`);
        expect(stateOf(group(...lines), asked)).toBe(bruteForce(rules, asked));
      }),
      { numRuns: 5_000 },
    );
  });
});

type PlainRule = { readonly allows: boolean; readonly pattern: string };

/** Says what CONTRACT says, by regular expressions over normalised octets. */
function bruteForce(rules: readonly PlainRule[], asked: string): string {
  const path = units(asked)
    .map((unit) => (unit === '*' ? '%2A' : unit === '$' ? '%24' : unit))
    .join('');
  const lengthOf = (pattern: string) =>
    units(pattern)
      .map((unit, at, all) => (unit === '$' && at < all.length - 1 ? '%24' : unit))
      .join('').length;
  const beats = (one: PlainRule, other: PlainRule | undefined) => {
    if (other === undefined) return true;
    const difference = lengthOf(one.pattern) - lengthOf(other.pattern);
    return difference > 0 || (difference === 0 && one.allows && !other.allows);
  };
  const matching = rules.filter(({ pattern }) => expressionOf(pattern).test(path));
  const decides = matching.reduce<PlainRule | undefined>(
    (best, rule) => (beats(rule, best) ? rule : best),
    undefined,
  );
  const allows = decides?.allows ?? true;
  const open = rules.some(
    (rule) =>
      rule.pattern.includes('?') &&
      rule.allows !== allows &&
      beats(rule, decides) &&
      expressionOf(`${rule.pattern.slice(0, rule.pattern.indexOf('?'))}$`).test(path),
  );
  return open ? 'unknown' : allows ? 'allowed' : 'against';
}

function expressionOf(pattern: string): RegExp {
  const parts = units(pattern).map((unit, at, all) => {
    if (unit === '*') return '.*';
    if (unit === '$') return at === all.length - 1 ? '$' : '%24';
    return unit.replace(/[?.()]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}`);
}

/** Normalised octets, and signs. */
function units(text: string): readonly string[] {
  return [...text.matchAll(/%[0-9a-f]{2}|./giu)].map(([unit]) => {
    if (/^%6[12]$/.test(unit)) return unit === '%61' ? 'a' : 'b';
    return unit.length === 3 ? unit.toUpperCase() : unit === 'ü' ? '%C3%BC' : unit;
  });
}
