import { describe, expect, it } from 'vitest';
import { robotPages } from '../../src/catalogue/robot-pages.ts';
import { robotToken } from '../../src/recording/robot-token.ts';

describe('what a robot calls itself', () => {
  it.each([
    ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'bingbot'],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/130.0 Safari/537.36',
      'Googlebot',
    ],
    ['Googlebot-Image/1.0', 'Googlebot-Image'],
    ['curl/8.5.0', 'curl'],
    ['python-requests/2.31.0', 'python-requests'],
    ['Go-http-client/1.1', 'Go-http-client'],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/130.0 Safari/537.36',
      'HeadlessChrome',
    ],
    ['Acme Reader/3 (+https://acme.example/bot)', 'Acme'],
    ['Acme Site Crawler/3', 'Crawler'],
    ['Mozilla/5.0 (compatible; +https://acme.example/about)', 'acme.example'],
    ['+https://', '(unnamed)'],
    ['Mozilla/5.0 (compatible)', 'Mozilla'],
    [`${'x'.repeat(100)}bot/1`, 'x'.repeat(80)],
    ['evil\u0007bot\u202e/1', 'bot'],
  ])('of %j is %j', (userAgent, token) => {
    expect(robotToken(userAgent)).toBe(token);
  });

  it('is found in a time that grows with the text', () => {
    for (const text of [
      'bot'.repeat(20_000),
      '+http://'.repeat(8_000),
      '('.repeat(60_000),
      'a '.repeat(30_000),
    ])
      expect(robotToken(text).length).toBeLessThanOrEqual(80);
  });
});

describe('the page about a robot', () => {
  it.each([
    ['bingbot', 'http://www.bing.com/bingbot.htm'],
    ['GOOGLEBOT', 'http://www.google.com/bot.html'],
    ['nobody-has-this', null],
    ['__proto__', null],
  ])('of %j is %j', async (token, page) => {
    expect((await robotPages())(token)).toBe(page);
  });
});
