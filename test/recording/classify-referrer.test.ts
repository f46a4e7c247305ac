import { describe, expect, it } from 'vitest';
import { INSTALLED } from '../../src/catalogue/catalogue.ts';
import { BOTS } from '../../src/catalogue/bots.ts';
import { productOfReferrer, productOfUtmSource } from '../../src/recording/classify-referrer.ts';
import { LLM_PRODUCTS } from '../../src/catalogue/llm-products.ts';

const sourceOf = (referrer: string) => productOfReferrer(INSTALLED, referrer)?.source;
const sourceOfTarget = (target: string) => productOfUtmSource(INSTALLED, target)?.source;
const hostOf = (product: (typeof LLM_PRODUCTS)[number]) => [...product.hosts, ...(product.paths ?? [])];

describe('the catalogue of LLM products', () => {
  it('knows each product by every host, path and app that it lists', () => {
    const expected = LLM_PRODUCTS.flatMap((product) =>
      [
        ...hostOf(product).map((host) => `https://${host}`),
        ...hostOf(product).map((host) => `https://www.${host}/c/1?q=2`),
        ...(product.apps ?? []).map((app) => `android-app://${app}/`),
      ].map((referrer) => ({ referrer, source: product.source })),
    );
    expect(expected.map(({ referrer }) => ({ referrer, source: sourceOf(referrer) }))).toEqual(expected);
  });

  it('knows each product by every utm_source that it lists, and by its hosts there', () => {
    const expected = LLM_PRODUCTS.flatMap(({ source, hosts, utmSources = [] }) =>
      [...hosts, ...utmSources].map((utmSource) => ({ utmSource, source })),
    );
    expect(
      expected.map(({ utmSource }) => ({
        utmSource,
        source: sourceOfTarget(`/?utm_source=${utmSource}`),
      })),
    ).toEqual(expected);
  });

  it('spells each company as the catalogue of bots does, where that has it', () => {
    const withBots = new Set(BOTS.map((bot) => bot.company));
    const withoutBots = LLM_PRODUCTS.map((product) => product.company).filter((name) => !withBots.has(name));
    expect(withoutBots).toEqual([
      'Quora',
      'Tencent',
      'MiniMax',
      'Genspark',
      'Felo',
      'Sber',
      'LMArena',
      'OpenRouter',
      'T3 Chat',
      'Proton',
      'Hugging Face',
      'Inflection',
      'Character.AI',
      'Jasper',
      'Writesonic',
    ]);
  });

  it('gives no host, path, app or utm_source to two products', () => {
    const keys = LLM_PRODUCTS.flatMap(({ hosts, paths = [], apps = [], utmSources = [] }) => [
      ...new Set([...hosts, ...paths, ...apps, ...utmSources]),
    ]);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it('writes sources as lower-case slugs, each once', () => {
    const sources = LLM_PRODUCTS.map((product) => product.source);
    expect(sources.filter((source) => !/^[a-z][a-z0-9]*(?:-[a-z]+)*$/.test(source))).toEqual([]);
    expect(new Set(sources).size).toBe(sources.length);
  });
});

describe('productOfReferrer', () => {
  it.each([
    ['https://chatgpt.com/', 'chatgpt'],
    ['https://chat.openai.com/c/abc', 'chatgpt'],
    ['HTTPS://WWW.Perplexity.AI/search?q=x', 'perplexity'],
    ['https://claude.ai:443/chat', 'claude'],
    ['https://gemini.google.com./app', 'gemini'],
    ['copilot.microsoft.com', 'copilot'],
    ['https://www.bing.com/chat?q=x', 'copilot'],
    ['https://x.com/i/grok/share/1', 'grok'],
    ['android-app://com.openai.chatgpt', 'chatgpt'],
    ['https://edgeservices.bing.com/', 'copilot'],
    ['https://claude.com/', 'claude'],
    ['https://aistudio.google.com/', 'ai-studio'],
    ['https://lmarena.ai/c/1', 'lmarena'],
    ['https://openrouter.ai/chat', 'openrouter'],
    ['https://t3.chat/', 't3-chat'],
    ['https://www.deepseek.com/', 'deepseek'],
    ['https://chat.deepseek.com/a/chat', 'deepseek'],
    ['https://giga.chat/', 'gigachat'],
    ['https://alice.yandex.ru/chat', 'alice'],
  ])('takes %s for %s', (referrer, source) => {
    expect(sourceOf(referrer)).toBe(source);
  });

  it.each([
    'https://notchatgpt.com/',
    'https://chatgpt.com.evil.example/',
    'https://chatgpt.com@evil.example/',
    'https://evil.example/?from=chatgpt.com',
    'https://www.bing.com/search?q=chat',
    'https://www.bing.com/chatter',
    'https://x.com/grok',
    'https://openai.com/',
    'https://www.google.com/',
    'android-app://com.google.android.googlequicksearchbox/',
    'javascript:alert(1)',
    '));?>+/tmp/index1.php',
    '',
  ])('takes %s for no LLM product', (referrer) => {
    expect(sourceOf(referrer)).toBeUndefined();
  });
});

describe('productOfUtmSource', () => {
  it.each([
    ['/guide?a=1&utm_source=chatgpt.com&utm_medium=x', 'chatgpt'],
    ['/guide?utm_source=Perplexity', 'perplexity'],
    ['/guide?utm_source=www.perplexity.ai', 'perplexity'],
    ['/guide?utm_source=chat%67pt', 'chatgpt'],
    ['/guide?utm_source=newsletter&utm_source=chatgpt.com', 'chatgpt'],
    ['/guide?UTM_SOURCE=chatgpt.com', 'chatgpt'],
  ])('takes %s for a link from %s', (target, source) => {
    expect(sourceOfTarget(target)).toBe(source);
  });

  it.each([
    '/',
    '/?utm_source=newsletter',
    '/?utm_source=',
    '/?utm_source=you',
    '/?utm_source=notchatgpt.com',
    '/?xutm_source=chatgpt',
  ])('takes %s for no LLM product', (target) => {
    expect(sourceOfTarget(target)).toBeUndefined();
  });
});
