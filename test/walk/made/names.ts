import { BOTS } from '../../../src/catalogue/bots.ts';
import type { Rows } from '../../../src/cli/demo/random.ts';
import type { Verdict } from '../../../src/domain/verdict.ts';
import { repeated } from './texts.ts';

type NamedBot = { readonly name: string; readonly company: string };

const BOT_COUNT = 300;

/** Names that strangers may give to a bot: what is shown, linked and cut has to stand all of them. */
export const UNUSUAL_BOTS: readonly NamedBot[] = [
  {
    name: repeated('A bot of two hundred letters ', 200),
    company: repeated('A company of two hundred letters ', 200),
  },
  { name: repeated('UnbreakableBot', 200), company: 'Unbreakable' },
  { name: '\n', company: '\n' },
  { name: '\u202egnp.tob\u2066', company: '\u202eynapmoc' },
  { name: '<img src=//evil.example/a.png onerror=hacked=1>', company: '"><svg onload=hacked=1>' },
  { name: 'בוט של חברה', company: 'חברה' },
  { name: '👩‍👩‍👧‍👦🤖', company: '🏢' },
  { name: '..', company: 'a name that no path can hold' },
  { name: 'with/slash?and=query#and 100%', company: 'Example' },
];

/** Three hundred: the bots of the catalogue, unusual ones, and unknown ones. The earlier, the more visits. */
export const MADE_BOTS: readonly NamedBot[] = [
  ...BOTS.slice(0, 12),
  ...UNUSUAL_BOTS,
  ...BOTS.slice(12),
  ...Array.from({ length: BOT_COUNT }, (_, index) => ({
    name: `crawler-${String(index + 1)}`,
    company: `Company ${String((index % 80) + 1)}`,
  })),
].slice(0, BOT_COUNT);

// The last field of each row below is its weight: how often it is picked.

export const MADE_SOURCES: Rows<readonly [source: string, weight: number]> = [
  ['chatgpt', 60],
  ['perplexity', 20],
  ['gemini', 14],
  ['copilot', 12],
  ['claude', 10],
  ['some-assistant', 6],
  [repeated('a-source-of-two-hundred-letters-', 200), 4],
  ['עוזר חכם', 3],
  ['<b>markup</b>', 2],
  ['grok', 2],
  ['deepseek', 1],
  ['mistral', 1],
];

export const MADE_COUNTRIES: Rows<readonly [country: string, weight: number]> = [
  ['US', 60],
  ['DE', 20],
  ['XX', 12],
  ['GB', 10],
  ['IN', 9],
  ['FR', 8],
  ['JP', 6],
  ['BR', 5],
  ['IL', 3],
  // of no country
  ['ZZ', 2],
  ...[
    'AE',
    'AT',
    'AU',
    'BA',
    'BE',
    'CA',
    'CD',
    'CH',
    'CI',
    'CN',
    'CZ',
    'DK',
    'ES',
    'FI',
    'FM',
    'GS',
    'HK',
  ].map((country) => [country, 1] as const),
];

/** What a response was, and how often. */
export const MADE_STATUSES: Rows<readonly [status: number | null, weight: number]> = [
  [200, 800],
  [304, 60],
  [404, 60],
  [503, 20],
  [null, 60],
];

/** What the address of a bot showed. */
export const MADE_VERDICTS: Rows<readonly [verdict: Verdict, weight: number]> = [
  ['verified', 70],
  ['unknown', 12],
  ['no-list', 12],
  ['outside', 6],
];

export const MADE_GOALS: Rows<readonly [goal: string, page: string, weight: number]> = [
  ['purchase', '/checkout', 50],
  ['newsletter', '/blog', 30],
  [repeated('a goal of two hundred letters ', 200), '/goals', 3],
  ['הרשמה', '/signup', 3],
];
