import { describe, expect, it } from 'vitest';
import { digestSubject } from '../../src/operations/digest/subject.ts';
import { digestText } from '../../src/operations/digest/text.ts';
import { HOSTILE, JOURNAL, LINKS, MONTH, TEA, WEEK, hostileWeek, EVERY_KIND } from './digest-content.ts';

const UNSEEN = /\u200b/g;
const seen = (text: string) => text.replace(UNSEEN, '');

describe('the text of a digest', () => {
  it('says what its document says', () => {
    expect(seen(digestText(WEEK, LINKS))).toBe(`YOUR WEEK, NOVEMBER 9 TO 15
3 sites, compared with the week before. Days are UTC.

HALDEN TEA  haldentea.example

  Bot visits        11,994   +24.3% from 9,651
  LLM referrals        655   +19.5% from 548
  Conversions           70   +14.8% from 61

Alerts
  * GPTBot read 1,412 pages
    On Thursday, 12 November. Thursdays usually have 240 to 310. Most read:
    /guides/how-to-brew-gyokuro (96).

Who took                        Crawls     Sent
  OpenAI                         5,212      361
  Anthropic                      2,240       44
  Perplexity                     1,251      112
  Meta                             988        0
  Amazon                           611        0
  9 others                       1,692      138

Most read by bots                  Visits
  /guides/how-to-brew-gyokuro       1,540
  /                                 1,206
  /guides/first-flush-darjeeling      987
  /shop/sencha-asamushi               861
  /guides/water-temperature           822

Worth a look
  * 428 errors at one page
    /shop/gift-box-2025 answered 404.
  * 118 visits claimed to be GPTBot from other addresses
    That is 1.5% of its visits. OpenAI does not list these addresses.

  No new bots. No gaps in recording.

See the week:
https://stats.haldentea.example/sites/site_q9dw3g7l6ma5ht1e?start=2026-11-09&end=2026-11-15

HALDEN JOURNAL  journal.haldentea.example

  Bot visits         1,962   +3.2% from 1,901
  LLM referrals         84   -12.5% from 96
  Conversions            7   -22.2% from 9

  No alerts. Most read: /2026/uji-in-may (214).

See the week:
https://stats.haldentea.example/sites/site_b2kq8v1n5xw7pz3c?start=2026-11-09&end=2026-11-15

Workshops (workshops.haldentea.example): nothing recorded this week. It has
not been set up yet.

--
You get this every Monday at 07:00 UTC, as you chose under Settings, Alerts:
https://stats.haldentea.example/settings/alerts
Unsubscribe: https://stats.haldentea.example/mail/u_7Qk2
`);
  });

  it('aligns numbers of any length, and tells of other sites in two lines each', () => {
    const site = { ...JOURNAL, details: null, counts: { bot: 1, referral: 1, conversion: 1 } };
    const large = { ...TEA, counts: { bot: 123_456_789_012, referral: 2, conversion: 0 }, before: null };
    const others = { sites: 2, counts: { bot: 3, referral: 2, conversion: 1 } };
    const text = seen(digestText({ ...MONTH, sites: [large, site], others }, LINKS));
    expect(text).toContain(`
  Bot visits      123,456,789,012
  LLM referrals                 2
  Conversions                   0
  No figures for the month before.
`);
    expect(text).toContain(`
OTHER SITES

  Halden Journal  journal.haldentea.example
    1 bot visit -99.9%, 1 LLM referral -99.0%, 1 conversion -88.9%

  2 more sites: 3 bot visits, 2 LLM referrals, 1 conversion.
`);
  });

  it.each(EVERY_KIND)('has no line of more than 76 columns in %s, but for addresses', (_, content) => {
    const lines = seen(digestText(content, LINKS)).split('\n');
    const long = lines.filter((line) => Array.from(line).length > 76);
    expect(long.filter((line) => !/^(Unsubscribe: )?https:\/\/stats\./.test(line))).toEqual([]);
  });

  it.each(HOSTILE)('makes no link, no line and no mark of direction of %j, also where it is cut', (text) => {
    for (const given of [text, `${'x'.repeat(60)} ${text.repeat(9)}`]) {
      const written = digestText(hostileWeek(given), LINKS);
      expect(written).not.toMatch(/evil\.example|somebody@evil|www\.evil|\u202e|line\nbreak/i);
    }
  });
});

describe('quiet sites', () => {
  const site = { name: 'Old', domain: 'old.example', hasEvents: true };
  const textWith = (quiet: readonly (typeof site)[], quietOthers: number) => {
    const text = seen(digestText({ ...WEEK, sites: [], quiet, quietOthers }, LINKS));
    return text.slice(text.indexOf('UTC.') + 6, text.indexOf('\n\n--'));
  };

  it('are told in a few sentences', () => {
    const unused = { ...site, name: 'New', hasEvents: false };
    expect(textWith([site], 0)).toBe('Old (old.example): nothing recorded this week.');
    expect(textWith([site, unused, site], 0)).toBe(
      'Nothing recorded this week: Old (old.example), Old (old.example).\n\nNot set up yet: New (old.example).',
    );
    expect(textWith([site], 1)).toBe(
      'Nothing recorded this week: Old (old.example).\n\n1 more site: nothing recorded this week.',
    );
  });
});

describe('the subject of a digest', () => {
  it('has the two figures, of the site or of all sites', () => {
    const one = { ...WEEK, sites: [TEA], quiet: [] };
    const few = { ...TEA, counts: { bot: 1, referral: 1, conversion: 0 } };
    expect(digestSubject(one)).toBe('Halden Tea: 11,994 bot visits, 655 visitors from LLM products');
    expect(digestSubject({ ...one, sites: [few] })).toBe(
      'Halden Tea: 1 bot visit, 1 visitor from LLM products',
    );
    expect(digestSubject(WEEK)).toBe('3 sites: 13,956 bot visits, 739 visitors from LLM products');
    const others = { sites: 4, counts: { bot: 44, referral: 61, conversion: 0 } };
    expect(digestSubject({ ...WEEK, others })).toBe(
      '7 sites: 14,000 bot visits, 800 visitors from LLM products',
    );
  });

  it('says so if there is nothing', () => {
    expect(digestSubject({ ...WEEK, sites: [] })).toBe('Workshops: nothing recorded this week');
    expect(digestSubject({ ...MONTH, sites: [], quiet: [] })).toBe('0 sites: nothing recorded this month');
  });

  it('is one line, however long or strange a name is', () => {
    const named = (name: string) => digestSubject({ ...WEEK, sites: [{ ...TEA, name }], quiet: [] });
    expect(named('a\nb')).toBe('a\\u{a}b: 11,994 bot visits, 655 visitors from LLM products');
    expect(named('x'.repeat(200)).length).toBeLessThan(120);
  });
});
