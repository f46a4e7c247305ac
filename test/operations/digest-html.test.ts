import { describe, expect, it } from 'vitest';
import { digestHtml } from '../../src/operations/digest/html.ts';
import {
  HOSTILE,
  JOURNAL,
  LARGEST,
  LINKS,
  MONTH,
  NO_DETAILS,
  TEA,
  WEEK,
  hostileWeek,
  EVERY_KIND,
} from './digest-content.ts';
import { elementsOf, textOf } from './html-document.ts';

const SEEN_URLS = /https?:\/\/[^"<\s]*/g;

/** The text of the document, without the breaks that nobody sees. */
const shown = (html: string) => textOf(html).replaceAll('\u200b', '');

describe('the document of a digest', () => {
  it('shows the totals beside those before, and the details of the largest site', () => {
    const text = shown(digestHtml(WEEK, LINKS));
    for (const part of [
      'Your week, November 9 to 15 3 sites, compared with the week before. Days are UTC.',
      'Halden Tea haldentea.example ■ Bot visits 11,994 ↑ 24.3% from 9,651',
      '▶︎ LLM referrals 655 ↑ 19.5% from 548 ● Conversions 70 ↑ 14.8% from 61',
      'Alerts ◆ GPTBot read 1,412 pages On Thursday, 12 November.',
      'Who took and what they sent Company Crawls Sent OpenAI 5,212 361 Anthropic 2,240 44',
      'Amazon 611 0 9 others 1,692 138',
      'Most read by bots Page Visits /guides/how-to-brew-gyokuro 1,540 / 1,206',
      'Worth a look ◆ 428 errors at one page /shop/gift-box-2025 answered 404.',
      '◆ 118 visits claimed to be GPTBot from other addresses That is 1.5% of its visits. OpenAI does not list these addresses.',
      'No new bots. No gaps in recording. See the week',
      'Halden Journal journal.haldentea.example ■ Bot visits 1,962 ↑ 3.2% from 1,901',
      'No alerts. Most read: /2026/uji-in-may (214). See the week',
      'Workshops (workshops.haldentea.example): nothing recorded this week. It has not been set up yet.',
      'You get this every Monday at 07:00 UTC, as you chose under Settings, Alerts. Change it or unsubscribe.',
    ])
      expect(text).toContain(part);
  });

  it('begins with what mail programs show beside the subject', () => {
    const html = digestHtml(WEEK, LINKS);
    expect(html).toContain('>Bot visits ↑ 20.8%, visitors ↑ 14.8%. GPTBot read 1,412 pages.&#8203;</div>');
  });

  it('names months, and shows no change where there is nothing to compare', () => {
    const content = { ...MONTH, sites: [{ ...TEA, before: null }], quiet: [] };
    const html = digestHtml(content, { ...LINKS, unsubscribe: undefined });
    const text = shown(html);
    expect(text).toContain('Your month, October 2026 1 site. Days are UTC.');
    expect(text).toContain('Bot visits 11,994 ▶︎ LLM referrals 655 ● Conversions 70');
    expect(text).toContain('No figures for the month before.');
    expect(text).toContain('You get this on the first of each month at 07:00 UTC');
    expect(text).toContain('Change it.');
    expect(html).not.toMatch(/[↑↓]|unsubscribe/);
  });

  it('says since when events are kept, and what has no share', () => {
    const site = {
      ...JOURNAL,
      counts: { bot: 5, referral: 3, conversion: 0 },
      before: { bot: 5, referral: 0, conversion: 0 },
      keptFromMs: Date.parse('2026-11-11T00:00:00Z'),
    };
    const text = shown(digestHtml({ ...WEEK, sites: [site] }, LINKS));
    expect(text).toContain('Bot visits 5 unchanged ▶︎ LLM referrals 3 new ● Conversions 0');
    expect(text).toContain('Only since November 11: earlier events are no longer kept.');
  });

  it('lists sites of which only the totals are told, and counts all others', () => {
    const small = { ...JOURNAL, details: null, alerts: 1 };
    const others = { sites: 1, counts: { bot: 1, referral: 1, conversion: 1 } };
    const text = shown(digestHtml({ ...WEEK, sites: [TEA, small], others }, LINKS));
    expect(text).toContain(
      'Other sites Halden Journal journal.haldentea.example 1,962 bot visits ↑ 3.2%, 84 LLM referrals ↓ 12.5%, 7 conversions ↓ 22.2%, 1 alert 1 more site: 1 bot visit, 1 LLM referral, 1 conversion.',
    );
  });

  it('has nothing but its foot without any site', () => {
    const text = shown(digestHtml({ ...WEEK, sites: [], quiet: [] }, LINKS));
    expect(text).toContain('There is no site yet. You get this every Monday');
  });

  it('gives each bar its share of the longest, in cells that are not empty', () => {
    const details = { ...NO_DETAILS, pages: [1_000, 500, 1, 0].map((visits) => ({ path: '/', visits })) };
    const html = digestHtml({ ...WEEK, sites: [{ ...TEA, details }] }, LINKS);
    const bars = [...html.matchAll(/class="bot-b" bgcolor="#2955c0" width="(\d+)%"/g)].map(
      ([, width]) => width,
    );
    expect(bars).toEqual(['100', '50', '1']);
    expect(html).not.toMatch(/<td[^>]*><\/td>/);
  });
});

describe('what mail programs need', () => {
  it.each(EVERY_KIND)(
    'is there in %s: elements that are closed in order, and tables of rows of cells',
    (_, content) => {
      for (const { name, parent } of elementsOf(digestHtml(content, LINKS))) {
        if (name === 'tr') expect(parent).toBe('table');
        if (name === 'td' || name === 'th') expect(parent).toBe('tr');
        if (parent === 'table') expect(name).toBe('tr');
        if (parent === 'tr') expect(name).toMatch(/^t[dh]$/);
      }
    },
  );

  it('are few bytes: the largest digest is not clipped, and loses details of the smaller sites first', () => {
    const html = digestHtml(LARGEST, LINKS);
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(100_000);
    expect(Buffer.byteLength(html)).toBeGreaterThan(60_000);
    expect(shown(html)).toContain('unsubscribe');
    expect(html.match(/>Worth a look</g)?.length).toBeGreaterThan(0);
  });
});

describe('what visitors and owners chose', () => {
  it.each(HOSTILE)('stays a text: %j', (text) => {
    const html = digestHtml(hostileWeek(text), LINKS);
    const usual = new Set(elementsOf(digestHtml(WEEK, LINKS)).map(({ name }) => name));
    expect(elementsOf(html).filter(({ name }) => !usual.has(name))).toEqual([]);
    expect(html).not.toContain('evil.example');
    expect(html).not.toContain('\u202e');
  });

  it('becomes no address: all there are lead to this service', () => {
    for (const [, content] of EVERY_KIND)
      for (const [url] of digestHtml(content, LINKS).matchAll(SEEN_URLS))
        expect(url).toMatch(/^https:\/\/stats\.haldentea\.example\/(sites|settings|mail)\//);
  });

  it('is cut where it is long', () => {
    const path = `/${'x'.repeat(500)}`;
    const details = { ...NO_DETAILS, pages: [{ path, visits: 1 }] };
    const html = digestHtml({ ...WEEK, sites: [{ ...TEA, details, name: 'n'.repeat(200) }] }, LINKS);
    expect(shown(html)).toContain(`/${'x'.repeat(118)}… 1`);
    expect(shown(html)).toContain(`${'n'.repeat(79)}… haldentea.example`);
  });
});

it('loads nothing', () => {
  const html = digestHtml(WEEK, LINKS);
  expect(html).not.toMatch(/<(img|link|script|iframe|object|svg|video|form|base)|url\(|@import|src=/i);
});
