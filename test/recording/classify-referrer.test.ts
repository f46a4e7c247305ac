import { describe, expect, it } from 'vitest';
import { classifyReferrer } from '../../src/recording/classify-referrer.ts';
import { LLM_PRODUCTS } from '../../src/recording/referrers.ts';

const sourceOf = (referrer: string | undefined, target = '/') => classifyReferrer(referrer, target)?.source;
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
        source: sourceOf(undefined, `/?utm_source=${utmSource}`),
      })),
    ).toEqual(expected);
  });

  it('writes sources as lower-case slugs, each once', () => {
    const sources = LLM_PRODUCTS.map((product) => product.source);
    expect(sources.filter((source) => !/^[a-z]+(?:-[a-z]+)*$/.test(source))).toEqual([]);
    expect(new Set(sources).size).toBe(sources.length);
  });
});

describe('classifyReferrer', () => {
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

  it('reads utm_source where there is no referrer, or one that says nothing', () => {
    expect(sourceOf(undefined, '/guide?a=1&utm_source=chatgpt.com&utm_medium=x')).toBe('chatgpt');
    expect(sourceOf('https://shop.example/', '/guide?utm_source=Perplexity')).toBe('perplexity');
    expect(sourceOf(undefined, '/guide?utm_source=www.perplexity.ai')).toBe('perplexity');
    expect(sourceOf(undefined, '/guide?utm_source=chat%67pt')).toBe('chatgpt');
  });

  it('believes the referrer before utm_source', () => {
    expect(sourceOf('https://claude.ai/', '/?utm_source=chatgpt.com')).toBe('claude');
  });

  it.each([
    '/?utm_source=newsletter',
    '/?utm_source=',
    '/?utm_source=you',
    '/?utm_source=notchatgpt.com',
    '/?xutm_source=chatgpt',
  ])('takes %s for no LLM product', (target) => {
    expect(sourceOf(undefined, target)).toBeUndefined();
  });
});
