import { describe, expect, it } from 'vitest';
import { classifyRequest } from '../../src/recording/classify-request.ts';
import { isAsset, pagePathOf } from '../../src/recording/page-path.ts';
import type { LogRecord } from '../../src/recording/log-record.ts';

const SITE = 'site.example';
const TIME_MS = Date.UTC(2026, 10, 1, 12);
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const GPTBOT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';

/** A click on a ChatGPT link that landed on /guide, but for the parts given. */
function classify(parts: Partial<LogRecord>, siteDomain = SITE) {
  const landing: LogRecord = {
    timeMs: TIME_MS,
    address: '192.0.2.7',
    method: 'GET',
    target: '/guide',
    status: 200,
    referrer: 'https://chatgpt.com/',
    userAgent: BROWSER,
  };
  return classifyRequest({ ...landing, ...parts }, siteDomain);
}

const referralTo = (pagePath: string, source = 'chatgpt') => ({
  event: { type: 'referral', createdAtMs: TIME_MS, pagePath, country: 'XX', source },
});
const gptbotAt = (pagePath: string) => ({
  event: {
    type: 'bot',
    createdAtMs: TIME_MS,
    pagePath,
    country: 'XX',
    botName: 'GPTBot',
    botCompany: 'OpenAI',
  },
});

describe('a crawl', () => {
  it.each<[string, Partial<LogRecord>, string]>([
    ['a page', {}, '/guide'],
    ['with a HEAD', { method: 'HEAD' }, '/guide'],
    ['a missing page', { status: 404 }, '/guide'],
    ['what was never answered', { status: undefined }, '/guide'],
    ['robots.txt', { target: '/robots.txt' }, '/robots.txt'],
    ['an image', { target: '/logo.png?v=2' }, '/logo.png'],
    ['from a page of the site', { referrer: 'https://site.example/' }, '/guide'],
    ['in a request line that is none', { method: undefined, target: undefined }, '/'],
  ])('counts every request of an AI bot: %s', (_, parts, pagePath) => {
    expect(classify({ ...parts, userAgent: GPTBOT })).toEqual(gptbotAt(pagePath));
  });
});

describe('a referral', () => {
  it('is a landing on a page by a link of an LLM product', () => {
    expect(classify({})).toEqual(referralTo('/guide'));
  });

  it('is known by utm_source alone, and keeps its query out of the page', () => {
    const parts = { referrer: undefined, target: '/guide?utm_source=perplexity&x=1' };
    expect(classify(parts)).toEqual(referralTo('/guide', 'perplexity'));
  });

  it('may be answered with any status from 100 to 399', () => {
    for (const status of [100, 200, 206, 301, 304, 399]) {
      expect(classify({ status })).toEqual(referralTo('/guide'));
    }
    for (const status of [0, 99, 400, 404, 500, undefined]) {
      expect(classify({ status })).toEqual({ passedOver: 'failed-request' });
    }
  });

  it('may land on a document, but not on a part of a page', () => {
    expect(classify({ target: '/paper.pdf' })).toEqual(referralTo('/paper.pdf'));
    for (const target of ['/app.css', '/APP.JS?v=1', '/a/logo.webp', '/feed.xml', '/font.woff2']) {
      expect(classify({ target })).toEqual({ passedOver: 'asset' });
    }
  });

  it('is a GET', () => {
    for (const method of ['HEAD', 'POST', 'OPTIONS', undefined]) {
      expect(classify({ method })).toEqual({ passedOver: 'not-a-get' });
    }
  });

  it('comes from elsewhere, not from the site itself', () => {
    const target = '/guide?utm_source=chatgpt.com';
    const ownAddresses = [
      'https://site.example/',
      'http://www.site.example/a',
      'https://SITE.example:8443/',
      'site.example',
    ];
    for (const referrer of ownAddresses) {
      expect(classify({ referrer, target })).toEqual({ passedOver: 'own-site-referrer' });
      expect(classify({ referrer, target }, 'www.Site.example')).toEqual({ passedOver: 'own-site-referrer' });
    }
    for (const referrer of ['https://shop.site.example/', 'https://notsite.example/', '%%%']) {
      expect(classify({ referrer, target })).toEqual(referralTo('/guide'));
    }
    expect(classify({ referrer: 'https://chatgpt.com/' }, 'chatgpt.com')).toEqual({
      passedOver: 'own-site-referrer',
    });
  });

  it('is never the request of another robot or tool', () => {
    for (const userAgent of ['Mozilla/5.0 (compatible; Googlebot/2.1)', 'curl/8.5.0']) {
      expect(classify({ userAgent })).toEqual({ passedOver: 'other-robot' });
    }
  });
});

describe('an ordinary visit', () => {
  it('is passed over, whatever became of it', () => {
    expect(classify({ referrer: undefined })).toEqual({ passedOver: 'ordinary-visit' });
    expect(classify({ referrer: 'https://www.google.com/' })).toEqual({ passedOver: 'ordinary-visit' });
    expect(classify({ referrer: undefined, userAgent: undefined, method: undefined, status: 400 })).toEqual({
      passedOver: 'ordinary-visit',
    });
  });
});

describe('pagePathOf', () => {
  it.each([
    ['/a/b?x=1?y', '/a/b'],
    ['/a#part', '/a'],
    ['//a//b', '//a//b'],
    ['/caf%C3%A9/é b', '/caf%C3%A9/é b'],
    ['http://site.example/a?b', '/a'],
    ['HTTPS://site.example:443', '/'],
    ['http://site.example?b', '/'],
    ['site.example:443', '/'],
    ['*', '/'],
    ['', '/'],
    [undefined, '/'],
    ['/a\0\n\x7fb', '/a%00%0A%7Fb'],
    ['/a\ud800b', '/a\ufffdb'],
  ])('makes of %j the page %j', (target, pagePath) => {
    expect(pagePathOf(target)).toBe(pagePath);
  });

  it('cuts at 2,048 characters, between whole characters', () => {
    const longest = `/${'a'.repeat(2_047)}`;
    expect(pagePathOf(longest)).toBe(longest);
    expect(pagePathOf(`${longest}b`)).toBe(longest);
    expect(pagePathOf(`/${'a'.repeat(2_046)}😀`)).toBe(`/${'a'.repeat(2_046)}`);
  });
});

describe('isAsset', () => {
  it('goes by the extension at the end', () => {
    expect(
      ['/a.css', '/a.css/', '/css', '/a.cssx', '/a.JPEG', '/report.v2', '/index.html'].filter(isAsset),
    ).toEqual(['/a.css', '/a.JPEG']);
  });
});
