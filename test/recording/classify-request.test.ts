import { describe, expect, it } from 'vitest';
import type { NewBotVisit } from '../../src/domain/event.ts';
import { INSTALLED } from '../../src/catalogue/catalogue.ts';
import { LLM_PRODUCTS } from '../../src/catalogue/llm-products.ts';
import { productOfReferrer } from '../../src/recording/classify-referrer.ts';
import { createClassifier } from '../../src/recording/classify-request.ts';
import { digestOfClient } from '../../src/recording/client-digest.ts';
import type { ConversionRule } from '../../src/recording/conversion-rules.ts';
import { isAsset, pagePathOf } from '../../src/recording/page-path.ts';
import type { LogRecord } from '../../src/recording/log-record.ts';

const SITE = 'site.example';
const TIME_MS = Date.UTC(2026, 10, 1, 12);
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const GPTBOT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';

/** A click on a ChatGPT link that landed on /guide, but for the parts given. */
function landing(parts: Partial<LogRecord>): LogRecord {
  return {
    timeMs: TIME_MS,
    address: '192.0.2.7',
    host: undefined,
    method: 'GET',
    target: '/guide',
    status: 200,
    bytes: undefined,
    referrer: 'https://chatgpt.com/',
    hasAgentField: true,
    userAgent: BROWSER,
    ...parts,
  };
}

function classify(parts: Partial<LogRecord>, siteDomain = SITE) {
  return createClassifier({ siteDomain })(landing(parts));
}

const commonAt = (pagePath: string) => ({ createdAtMs: TIME_MS, pagePath, country: 'XX' });
/** Of the visitor, by which a conversion finds the landing before it. */
const client = digestOfClient('192.0.2.7', BROWSER);
const referralTo = (pagePath: string, { source = 'chatgpt', status = 200 } = {}) => ({
  events: [{ type: 'referral', ...commonAt(pagePath), source, status, client }],
});
const gptbotAt = (pagePath: string, facts: Partial<NewBotVisit> = {}) => {
  const named = { type: 'bot', ...commonAt(pagePath), botName: 'GPTBot', botCompany: 'OpenAI' };
  return { events: [{ ...named, status: 200, bytes: null, verdict: 'unknown', ...facts }] };
};

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
    const { status = null } = landing(parts);
    expect(classify({ ...parts, userAgent: GPTBOT })).toEqual(gptbotAt(pagePath, { status }));
  });

  it('has the status, the bytes and the verdict of its address, where they are known', () => {
    const verdictOf = (botName: string, address: string) =>
      `${botName} ${address}` === 'GPTBot 192.0.2.7' ? 'verified' : 'outside';
    const classifyWithVerdict = createClassifier({ siteDomain: SITE, verdictOf });
    const crawl = (parts: Partial<LogRecord>) =>
      classifyWithVerdict(landing({ userAgent: GPTBOT, ...parts }));
    expect(crawl({ status: 404, bytes: 0 })).toEqual(
      gptbotAt('/guide', { status: 404, bytes: 0, verdict: 'verified' }),
    );
    expect(crawl({ address: '192.0.2.8' })).toEqual(gptbotAt('/guide', { verdict: 'outside' }));
  });

  it('counts only if the crawl rule does not leave it out', () => {
    const crawlRule = { statuses: [[200, 299]] as const, methods: new Set(['GET']), assets: false };
    const classifyNarrowly = createClassifier({ siteDomain: SITE, crawlRule });
    const crawl = (parts: Partial<LogRecord>) => classifyNarrowly(landing({ ...parts, userAgent: GPTBOT }));
    expect(crawl({})).toEqual(gptbotAt('/guide'));
    for (const parts of [{ status: 404 }, { method: 'HEAD' }, { target: '/logo.png' }]) {
      expect(crawl(parts)).toEqual({ passedOver: 'bot-not-counted' });
    }
    expect(classifyNarrowly(landing({ status: 304 }))).toEqual(referralTo('/guide', { status: 304 }));
  });

  it('reaches no goal', () => {
    const conversionRules = [goalAt('/guide')];
    const classifyWithGoals = createClassifier({ siteDomain: SITE, conversionRules });
    expect(classifyWithGoals(landing({ userAgent: GPTBOT }))).toEqual(gptbotAt('/guide'));
  });
});

describe('a conversion', () => {
  const classifyWithGoals = createClassifier({
    siteDomain: SITE,
    conversionRules: [{ ...goalAt('/order/*'), valueParameter: 'total' }],
  });
  const conversionAt = (pagePath: string, eventValue: number | null) => ({
    type: 'conversion',
    ...commonAt(pagePath),
    eventName: 'sale',
    eventValue,
    client,
  });

  it('is a visitor’s request that a rule names, wherever it came from', () => {
    for (const referrer of [undefined, 'https://site.example/cart']) {
      const record = landing({ target: '/order/7?total=19.99', referrer });
      expect(classifyWithGoals(record)).toEqual({ events: [conversionAt('/order/7', 19.99)] });
    }
  });

  it('may be a referral as well', () => {
    expect(classifyWithGoals(landing({ target: '/order/7' }))).toEqual({
      events: [...referralTo('/order/7').events, conversionAt('/order/7', null)],
    });
  });

  it('may be a redirect, and is no referral then', () => {
    expect(classifyWithGoals(landing({ target: '/order/7', status: 302 }))).toEqual({
      events: [conversionAt('/order/7', null)],
    });
  });

  it('is never the request of a robot or tool', () => {
    const record = landing({ target: '/order/7', userAgent: 'curl/8.5.0' });
    expect(classifyWithGoals(record)).toEqual({ passedOver: 'other-robot', robot: 'curl' });
  });

  it('leaves other requests what they are', () => {
    expect(classifyWithGoals(landing({}))).toEqual(referralTo('/guide'));
    expect(classifyWithGoals(landing({ referrer: undefined }))).toEqual({ passedOver: 'ordinary-visit' });
  });
});

describe('the client', () => {
  it('is that of the address and the user agent, and there is none without both', () => {
    const clientOf = (parts: Partial<LogRecord>) => {
      const classified = classify(parts);
      return 'events' in classified
        ? classified.events.map((event) => 'client' in event && event.client)
        : [];
    };
    expect(clientOf({ address: '[::ffff:192.0.2.7]:443' })).toEqual([client]);
    expect(clientOf({ address: '-' })).toEqual([false]);
    expect(clientOf({ userAgent: GPTBOT })).toEqual([false]);
  });
});

describe('the country', () => {
  it('is that of the client’s address, asked for events alone', () => {
    const asked: string[] = [];
    const countryOf = (address: string) => {
      asked.push(address);
      return 'DE';
    };
    const classifyWithCountry = createClassifier({ siteDomain: SITE, countryOf });
    classifyWithCountry(landing({ address: '192.0.2.1', referrer: undefined }));
    expect(classifyWithCountry(landing({ address: '192.0.2.2' }))).toEqual({
      events: [
        { ...referralTo('/guide').events[0], country: 'DE', client: digestOfClient('192.0.2.2', BROWSER) },
      ],
    });
    expect(asked).toEqual(['192.0.2.2']);
  });
});

describe('a request to another site in a log of several', () => {
  it('is passed over, whoever makes it', () => {
    for (const userAgent of [GPTBOT, BROWSER, 'curl/8.5.0']) {
      expect(classify({ host: 'other.example', userAgent })).toEqual({ passedOver: 'other-host' });
    }
    expect(classify({ host: 'www.site.example:443' })).toEqual(referralTo('/guide'));
  });
});

describe('a referral', () => {
  it('is a landing on a page by a link of an LLM product', () => {
    expect(classify({})).toEqual(referralTo('/guide'));
  });

  it('comes from where the click was made, whatever utm_source says', () => {
    const parts = { referrer: 'https://claude.ai/', target: '/guide?utm_source=chatgpt.com' };
    expect(classify(parts)).toEqual(referralTo('/guide', { source: 'claude' }));
    expect(classify({ ...parts, referrer: 'https://shop.example/' })).toEqual(referralTo('/guide'));
  });

  it('is known by utm_source alone, and keeps its query out of the page', () => {
    const parts = { referrer: undefined, target: '/guide?utm_source=perplexity&x=1' };
    expect(classify(parts)).toEqual(referralTo('/guide', { source: 'perplexity' }));
  });

  it('has a response with a status of 2xx or 304', () => {
    for (const status of [200, 206, 299, 304]) {
      expect(classify({ status })).toEqual(referralTo('/guide', { status }));
    }
    for (const status of [0, 100, 199, 400, 404, 500, undefined]) {
      expect(classify({ status })).toEqual({ passedOver: 'failed-request' });
    }
  });

  it('counts if it was reported before it was answered', () => {
    expect(classify({ status: undefined, isBeforeAnswer: true })).toMatchObject({
      events: [{ type: 'referral', pagePath: '/guide', status: null }],
    });
  });

  it('is not a redirect: the request that follows it is', () => {
    for (const status of [300, 301, 302, 303, 305, 307, 308, 399]) {
      expect(classify({ status })).toEqual({ passedOver: 'redirect' });
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
      expect(classify({ userAgent })).toMatchObject({ passedOver: 'other-robot' });
    }
  });

  it.each([undefined, '', ' '])('is never the request of a program without a user agent: %j', (userAgent) => {
    expect(classify({ userAgent })).toEqual({ passedOver: 'other-robot' });
    expect(classify({ userAgent, referrer: undefined, target: '/guide?utm_source=chatgpt.com' })).toEqual({
      passedOver: 'other-robot',
    });
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

describe('a request in a log without user agents', () => {
  it('counts if its address names an LLM product, and says what it lacks otherwise', () => {
    const parts = { hasAgentField: false, userAgent: undefined, referrer: undefined };
    const [referral] = referralTo('/guide').events;
    expect(classify({ ...parts, target: '/guide?utm_source=chatgpt.com' })).toEqual({
      events: [{ ...referral, client: undefined }],
    });
    expect(classify(parts)).toEqual({ passedOver: 'no-agent-field' });
  });
});

describe('the classifier', () => {
  it('says the same of a request each time, among thousands of others', () => {
    const classifyAll = createClassifier({ siteDomain: SITE });
    const records = Array.from({ length: 12_000 }, (_, index) =>
      landing({
        userAgent: index % 3 === 0 ? `${GPTBOT} ${index}` : `${BROWSER} ${index}`,
        referrer: index % 2 === 0 ? `https://chatgpt.com/c/${index}` : `https://site.example/${index}`,
      }),
    );
    const once = records.map((record) => createClassifier({ siteDomain: SITE })(record));
    expect(records.map(classifyAll)).toEqual(once);
    expect(records.map(classifyAll)).toEqual(once);
  });

  it('reads each referrer whole, whatever other pages of its origin came before', () => {
    const products = LLM_PRODUCTS.flatMap(({ hosts, paths = [] }) => [...hosts, ...paths]);
    const places = [
      ...products,
      SITE,
      `www.${SITE}`,
      `${SITE}.`,
      'github.com',
      'www.bing.com',
      '192.0.2.1',
      '1.2.3.999',
    ];
    const rests = [
      '/',
      '',
      '/other',
      '/copilot/c/1',
      '\\chat',
      '/@x.com/',
      ':443/',
      ':x/',
      '@chatgpt.com/',
      ' /',
      '?a=/',
      '//',
    ];
    const schemes = ['https://', 'http://', 'HTTPS://', '//', '', 'ftp://', 'android-app://'];
    const referrers = schemes.flatMap((scheme) =>
      rests.flatMap((rest) => places.map((place) => scheme + place + rest)),
    );
    const records = referrers.map((referrer) => landing({ referrer }));
    const classifyAll = createClassifier({ siteDomain: SITE });
    const each = records.map((record) => createClassifier({ siteDomain: SITE })(record));
    expect(records.map(classifyAll)).toEqual(each);
    const named = referrers.map((referrer) => productOfReferrer(INSTALLED, referrer)?.source);
    expect(
      each.map((one) =>
        'events' in one && one.events[0]?.type === 'referral' ? one.events[0].source : undefined,
      ),
    ).toEqual(named);
    expect(new Set(named).size).toBeGreaterThan(30);
  });
});

function goalAt(path: string): ConversionRule {
  return { goal: 'sale', method: 'GET', path, valueParameter: undefined };
}

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
