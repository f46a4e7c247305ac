import type { DigestContent, DigestDetails, DigestSite } from '../../src/operations/digest/content.ts';
import type { DigestLinks } from '../../src/operations/digest/links.ts';
import { DAY_MS, HOUR_MS, formatDate } from '../../src/domain/time.ts';

export const MONDAY = Date.parse('2026-11-09T00:00:00Z');
const BASE = 'https://stats.haldentea.example';

export const LINKS: DigestLinks = {
  site: (id, { fromMs, untilMs }) =>
    `${BASE}/sites/${id}?start=${formatDate(fromMs)}&end=${formatDate(untilMs - 1)}`,
  settings: `${BASE}/settings/alerts`,
  unsubscribe: `${BASE}/mail/u_7Qk2`,
  ...{ weekday: 1, hour: 7 },
};

export const NO_DETAILS: DigestDetails = {
  alerts: [],
  companies: [],
  otherCompanies: null,
  pages: [],
  errors: null,
  impostors: null,
  newBots: [],
  otherNewBots: 0,
  gaps: null,
};

export const TEA: DigestSite = {
  id: 'site_q9dw3g7l6ma5ht1e',
  name: 'Halden Tea',
  domain: 'haldentea.example',
  counts: { bot: 11_994, referral: 655, conversion: 70 },
  before: { bot: 9_651, referral: 548, conversion: 61 },
  keptFromMs: null,
  alerts: 1,
  details: {
    alerts: [
      {
        kind: 'surge',
        title: 'GPTBot read 1,412 pages',
        detail:
          'On Thursday, 12 November. Thursdays usually have 240 to 310. Most read: /guides/how-to-brew-gyokuro (96).',
        atMs: MONDAY + 4 * DAY_MS,
      },
    ],
    companies: [
      { company: 'OpenAI', crawls: 5_212, sent: 361 },
      { company: 'Anthropic', crawls: 2_240, sent: 44 },
      { company: 'Perplexity', crawls: 1_251, sent: 112 },
      { company: 'Meta', crawls: 988, sent: 0 },
      { company: 'Amazon', crawls: 611, sent: 0 },
    ],
    otherCompanies: { companies: 9, crawls: 1_692, sent: 138 },
    pages: [
      { path: '/guides/how-to-brew-gyokuro', visits: 1_540 },
      { path: '/', visits: 1_206 },
      { path: '/guides/first-flush-darjeeling', visits: 987 },
      { path: '/shop/sencha-asamushi', visits: 861 },
      { path: '/guides/water-temperature', visits: 822 },
    ],
    errors: { visits: 428, page: '/shop/gift-box-2025', pageVisits: 428, status: 404, statusVisits: 428 },
    impostors: { bot: 'GPTBot', company: 'OpenAI', visits: 118, ofVisits: 7_867 },
    newBots: [],
    otherNewBots: 0,
    gaps: null,
  },
};

export const JOURNAL: DigestSite = {
  id: 'site_b2kq8v1n5xw7pz3c',
  name: 'Halden Journal',
  domain: 'journal.haldentea.example',
  counts: { bot: 1_962, referral: 84, conversion: 7 },
  before: { bot: 1_901, referral: 96, conversion: 9 },
  keptFromMs: null,
  alerts: 0,
  details: { ...NO_DETAILS, pages: [{ path: '/2026/uji-in-may', visits: 214 }] },
};

export const WEEK: DigestContent = {
  every: 'weekly',
  fromMs: MONDAY,
  untilMs: MONDAY + 7 * DAY_MS,
  sites: [TEA, JOURNAL],
  others: { sites: 0, counts: { bot: 0, referral: 0, conversion: 0 } },
  quiet: [{ name: 'Workshops', domain: 'workshops.haldentea.example', hasEvents: false }],
  quietOthers: 0,
};

export const MONTH: DigestContent = {
  ...WEEK,
  every: 'monthly',
  fromMs: Date.parse('2026-10-01T00:00:00Z'),
  untilMs: Date.parse('2026-11-01T00:00:00Z'),
};

/** As long as can be of characters that each take six bytes in a document. */
const LONGEST = {
  name: '&'.repeat(200),
  domain: `${'long.'.repeat(50)}example`,
  path: `/${'"<'.repeat(500)}`,
};

const LONGEST_DETAILS: DigestDetails = {
  alerts: Array.from({ length: 5 }, () => ({
    ...{ kind: 'surge', title: '<'.repeat(120), detail: '/'.repeat(400), atMs: MONDAY },
  })),
  companies: Array.from({ length: 5 }, () => ({ company: LONGEST.name, crawls: 1e15, sent: 1e15 })),
  otherCompanies: { companies: 1e6, crawls: 1e15, sent: 1e15 },
  pages: Array.from({ length: 5 }, () => ({ path: LONGEST.path, visits: 1e15 })),
  errors: { visits: 1e15, page: LONGEST.path, pageVisits: 1e14, status: 404, statusVisits: 1e14 },
  impostors: { bot: LONGEST.name, company: LONGEST.name, visits: 1e14, ofVisits: 1e15 },
  newBots: Array.from({ length: 5 }, () => LONGEST.path),
  otherNewBots: 1e6,
  gaps: {
    count: 90,
    totalMs: 300 * HOUR_MS,
    longest: { fromMs: MONDAY + HOUR_MS, untilMs: MONDAY + 3 * DAY_MS },
  },
};

const LONGEST_SITE: DigestSite = {
  id: 'site_q9dw3g7l6ma5ht1e',
  ...{ name: LONGEST.name, domain: LONGEST.domain },
  counts: { bot: 9e15, referral: 9e14, conversion: 9e13 },
  before: { bot: 8e15, referral: 3, conversion: 9e13 },
  ...{ keptFromMs: MONDAY + DAY_MS, alerts: 1_000_000, details: LONGEST_DETAILS },
};

/** The most that a digest can hold, all of it as long as it can be. */
export const LARGEST: DigestContent = {
  ...WEEK,
  sites: Array.from({ length: 30 }, (_, index) =>
    index < 5 ? LONGEST_SITE : { ...LONGEST_SITE, details: null },
  ),
  others: { sites: 1e6, counts: { bot: 9e15, referral: 9e15, conversion: 9e15 } },
  quiet: Array.from({ length: 20 }, (_, index) => ({
    ...{ name: LONGEST.name, domain: LONGEST.domain, hasEvents: index % 2 === 0 },
  })),
  quietOthers: 1e6,
};

/** What visitors and owners may have typed so that it becomes more than a text. */
export const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'https://evil.example/login',
  'www.evil.example',
  'somebody@evil.example',
  '</td></tr></table>',
  '<!--',
  ']]>',
  '&lt;b&gt;',
  '\u202eevil',
  'line\nbreak',
] as const;

/** The same week, with such a text wherever one of theirs may stand. */
export function hostileWeek(text: string): DigestContent {
  const item = { kind: 'surge', title: text, detail: text, atMs: MONDAY };
  const details: DigestDetails = {
    ...LONGEST_DETAILS,
    alerts: [item],
    companies: [{ company: text, crawls: 3, sent: 2 }],
    pages: [{ path: text, visits: 3 }],
    errors: { visits: 3, page: text, pageVisits: 2, status: 500, statusVisits: 2 },
    impostors: { bot: text, company: text, visits: 1, ofVisits: 3 },
    newBots: [text, text],
  };
  const site = { ...TEA, name: text, domain: text };
  return {
    ...WEEK,
    sites: [
      { ...site, details },
      { ...site, counts: { ...site.counts, bot: 1 }, details },
      { ...site, details: null },
    ],
    quiet: [{ name: text, domain: text, hasEvents: true }],
  };
}

/** Every kind of digest, by what it is. */
export const EVERY_KIND: readonly (readonly [string, DigestContent])[] = [
  ['a week', WEEK],
  ['a month', MONTH],
  ['the largest', LARGEST],
  ['an account without sites', { ...WEEK, sites: [], quiet: [] }],
  ...HOSTILE.map((text) => [JSON.stringify(text), hostileWeek(text)] as const),
];
