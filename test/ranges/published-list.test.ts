import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ListShape } from '../../src/catalogue/range-lists.ts';
import { parsePublishedList } from '../../src/ranges/published-list.ts';

function prefixesOf(text: string, shape: ListShape): readonly string[] {
  return parsePublishedList(text, shape).map((prefix) => prefix.text);
}

function fixture(name: string): string {
  return readFileSync(`test/ranges/lists/${name}`, 'utf8');
}

describe('a published list', () => {
  it('is read as JSON', () => {
    expect(prefixesOf(fixture('gptbot.json'), 'json')).toEqual(['192.0.2.0/28', '192.0.2.128/25']);
    expect(prefixesOf(fixture('common-crawlers.json'), 'json')).toEqual([
      '2001:db8:4801:10::/64',
      '203.0.113.0/27',
    ]);
  });

  it('is read from JSON inside HTML, with single addresses', () => {
    expect(prefixesOf(fixture('ip-addresses'), 'json-in-html')).toEqual([
      '203.0.113.64/32',
      '203.0.113.65/32',
      '2001:db8::65/128',
    ]);
    const others = '<pre>{"prefixes":[{"ip_prefix":"192.0.2.8"},"192.0.2.9"],"more":{"x":[1]}}</pre>';
    expect(prefixesOf(others, 'json-in-html')).toEqual(['192.0.2.8/32', '192.0.2.9/32']);
  });

  it.each<[text: string, shape: ListShape, message: string]>([
    ['<html>Sorry</html>', 'json', 'it is not JSON with a list of prefixes'],
    ['<html>Sorry</html>', 'json-in-html', 'it is not JSON with a list of prefixes'],
    ['<p>"prefixes": [1, 2]</p>', 'json-in-html', 'it is not JSON with a list of prefixes'],
    ['[]', 'json', 'it is not JSON with a list of prefixes'],
    ['{"prefixes": {}}', 'json', 'it is not JSON with a list of prefixes'],
    ['{"prefixes": []}', 'json', 'it has no prefixes'],
    ['{"prefixes": [7]}', 'json', 'it has an entry without a prefix'],
    ['{"prefixes": [{"prefix": "192.0.2.1"}]}', 'json', 'it has an entry without a prefix'],
    ['{"prefixes": [{"ipv4Prefix": 7}]}', 'json', 'it has an entry without a prefix'],
    ['{"prefixes": [{"ipv4Prefix": "192.0.2.1/24"}]}', 'json', '192.0.2.1/24 has bits set beyond its length'],
    [
      '{"prefixes": [{"ipv4Prefix": "192.0.2.1"}, {"ipv4Prefix": "0.0.0.0/0"}]}',
      'json',
      '0.0.0.0/0 is too large a range: the largest allowed is /8',
    ],
  ])('is refused as a whole: %s', (text, shape, message) => {
    expect(() => parsePublishedList(text, shape)).toThrow(new Error(message));
  });
});
