import { expect, it } from 'vitest';
import { OPERATORS_WITHOUT_LISTS, PUBLISHED_LISTS } from '../../src/catalogue/range-lists.ts';
import { parsePrefix } from '../../src/ranges/prefix.ts';
import type { RangeList } from '../../src/ranges/range-list.ts';
import { updateLists } from '../../src/ranges/update-lists.ts';

const GPTBOT = 'https://openai.com/gptbot.json';
const CCBOT = 'https://index.commoncrawl.org/ccbot.json';
const NOW_MS = Date.parse('2026-11-22T10:00:00Z');
const EARLIER_MS = Date.parse('2026-11-01T10:00:00Z');

/** Every list has one prefix, except what is given here; undefined for a list that is out of reach. */
function sourceWith(given: Readonly<Record<string, string | undefined>>) {
  return (address: string) => {
    const text = address in given ? given[address] : '{"prefixes": [{"ipv4Prefix": "192.0.2.1"}]}';
    return text === undefined ? Promise.reject(new Error('out of reach')) : Promise.resolve(text);
  };
}

it('keeps the previous list of an address that cannot be retrieved or parsed, and says why', async () => {
  const kept = { retrievedAtMs: EARLIER_MS, prefixes: [parsePrefix('198.51.100.0/24')] };
  const previous: readonly RangeList[] = [
    { operator: 'OpenAI', bots: ['OldBot'], address: GPTBOT, ...kept },
    { operator: 'Gone', bots: ['GoneBot'], address: 'https://gone.example/bots.json', ...kept },
  ];
  const source = sourceWith({ [GPTBOT]: '{"prefixes": []}', [CCBOT]: undefined });

  const updated = await updateLists(previous, source, NOW_MS);

  expect(updated.filter(({ failure }) => failure !== undefined)).toEqual([
    {
      list: { operator: 'OpenAI', bots: ['GPTBot'], address: GPTBOT, ...kept },
      failure: 'it has no prefixes',
    },
    {
      list: { operator: 'Common Crawl', bots: ['CCBot'], address: CCBOT, retrievedAtMs: null, prefixes: [] },
      failure: 'out of reach',
    },
  ]);
  expect(updated.map(({ list }) => list.operator)).not.toContain('Gone');
});

it('dates each list that it retrieved, and lists the operators that publish none', async () => {
  const html = '<pre>{"prefixes": [{"ipv4Prefix": "192.0.2.1"}]}</pre>';
  const pages = PUBLISHED_LISTS.filter(({ shape }) => shape === 'json-in-html');
  const source = sourceWith(Object.fromEntries(pages.map(({ address }) => [address, html])));

  const lists = (await updateLists([], source, NOW_MS)).map(({ list }) => list);

  const retrieved = { retrievedAtMs: NOW_MS, prefixes: [parsePrefix('192.0.2.1')] };
  expect(lists).toEqual([
    ...PUBLISHED_LISTS.map(({ operator, bots, address }) => ({ operator, bots, address, ...retrieved })),
    ...OPERATORS_WITHOUT_LISTS.map((operator) => ({
      operator,
      bots: expect.any(Array) as unknown,
      address: null,
      retrievedAtMs: null,
      prefixes: [],
    })),
  ]);
  expect(lists.find(({ operator }) => operator === 'DeepSeek')?.bots).toEqual(['DeepSeekBot']);
});
