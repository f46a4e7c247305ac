import { describe, expect, it } from 'vitest';
import { parseConversionRules } from '../../src/recording/conversion-rules.ts';

const rule = (goal: string, method: string, path: string, valueParameter?: string) => ({
  goal,
  method,
  path,
  valueParameter,
});

describe('parseConversionRules', () => {
  it('reads a rule a line, in their order, past comments and blank lines', () => {
    const text = [
      '# What we sell',
      '',
      'signup /welcome',
      '"Order placed"   POST  /checkout/*  value=total',
      '\t"#1 download" /files/**.pdf # the price list',
      'a#b /x value=a=b # rest',
      '   # nothing',
    ].join('\n');
    expect(parseConversionRules(text)).toEqual({
      rules: [
        rule('signup', 'GET', '/welcome'),
        rule('Order placed', 'POST', '/checkout/*', 'total'),
        rule('#1 download', 'GET', '/files/**.pdf'),
        rule('a#b', 'GET', '/x', 'a=b'),
      ],
    });
  });

  it('reads files of Windows and of editors that mark them', () => {
    expect(parseConversionRules('\uFEFFsignup /welcome\r\nsale /thanks\r\n')).toEqual({
      rules: [rule('signup', 'GET', '/welcome'), rule('sale', 'GET', '/thanks')],
    });
  });

  it('finds no rules in an empty file', () => {
    expect(parseConversionRules('')).toEqual({ rules: [] });
  });

  const goal = 'a name of 1 to 200 characters, in double quotes if it has spaces';
  const path = 'a pattern that starts with "/", such as /thanks or /order/*/done, without "?" and "#"';
  const pathOrMethod =
    'a pattern that starts with "/", such as /thanks, after a method in capitals if it is not GET';
  it.each([
    ['"" /a', `the goal must be ${goal}; got "\\"\\"".`],
    ['" " /a', `the goal must be ${goal}; got "\\" \\"".`],
    ['"open /a', `the goal must be ${goal}; got "\\"open /a".`],
    ['a\0b /a', `the goal must be ${goal}; got "a\\u0000b".`],
    ['sale', `the path must be ${pathOrMethod}; got nothing.`],
    ['two words /a', `the path must be ${pathOrMethod}; got "words".`],
    ['sale post /a', `the path must be ${pathOrMethod}; got "post".`],
    ['sale POST', `the path must be ${path}; got nothing.`],
    ['sale POST thanks', `the path must be ${path}; got "thanks".`],
    ['sale /a?b=1', `the path must be ${path}; got "/a?b=1".`],
    ['sale /a#b', `the path must be ${path}; got "/a#b".`],
    [
      'sale /a total',
      'the value must be value= and the name of a query parameter, such as value=total; got "total".',
    ],
    [
      'sale /a value=',
      'the value must be value= and the name of a query parameter, such as value=total; got "value=".',
    ],
    [
      'sale /a value=b c',
      'the end of the line must be a goal, a method unless it is GET, a path, a value if there is one, and nothing more; got "c".',
    ],
  ])('refuses %j', (line, complaint) => {
    expect(parseConversionRules(line)).toEqual({ complaints: [`line 1: ${complaint}`] });
  });

  it('takes a goal of 200 characters and none longer', () => {
    const longest = 'g'.repeat(200);
    expect(parseConversionRules(`${longest} /a`)).toEqual({ rules: [rule(longest, 'GET', '/a')] });
    expect(parseConversionRules(`${longest}g /a`)).toHaveProperty('complaints.length', 1);
  });

  it('says all complaints at once, each with its line', () => {
    const answer = parseConversionRules('sale /a\n\nsale\nsale /b value\n');
    expect(answer).toEqual({
      complaints: [
        `line 3: the path must be ${pathOrMethod}; got nothing.`,
        'line 4: the value must be value= and the name of a query parameter, such as value=total; got "value".',
      ],
    });
  });
});
