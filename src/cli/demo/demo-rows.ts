import type { Rows } from './random.ts';

/** With the country that most visits come from, and how many there are on the day on which the demo is created. */
export const DEMO_BOTS: readonly (readonly [name: string, country: string, visitsPerDay: number])[] = [
  ['GPTBot', 'US', 46],
  ['ClaudeBot', 'US', 34],
  ['ChatGPT-User', 'US', 22],
  ['meta-externalagent', 'US', 20],
  ['OAI-SearchBot', 'US', 18],
  ['Bytespider', 'SG', 14],
  ['PerplexityBot', 'US', 12],
  ['Amazonbot', 'US', 9],
  ['CCBot', 'US', 8],
  ['GoogleOther', 'US', 7],
  ['Applebot', 'US', 6],
  ['Claude-User', 'US', 6],
  ['PetalBot', 'SG', 5],
  ['Claude-SearchBot', 'US', 4],
  ['Perplexity-User', 'US', 4],
  ['ChatGPT Agent', 'US', 3],
  ['Diffbot', 'US', 2],
  ['DuckAssistBot', 'US', 2],
  ['Google-Agent', 'US', 2],
  ['MistralAI-User', 'FR', 2],
  ['Google-NotebookLM', 'US', 1.5],
  ['KimiBot', 'SG', 1.5],
  ['Manus-User', 'SG', 1],
  ['YandexAdditionalBot', 'RU', 1],
  ['AzureAI-SearchBot', 'US', 0.8],
];

/** With the visitors that an LLM product sends on the day on which the demo is created. */
export const SOURCES: readonly (readonly [source: string, referralsPerDay: number])[] = [
  ['chatgpt', 30],
  ['perplexity', 9],
  ['gemini', 7],
  ['copilot', 6],
  ['claude', 5],
  ['grok', 1.5],
  ['deepseek', 1],
  ['mistral', 0.5],
];

// The last field of each row below is its weight: how often it is picked.

export const GOALS = [
  ['signup', '/signup', null, 5],
  ['newsletter', '/blog', null, 3],
  ['purchase', '/checkout', 49, 3],
  ['demo-request', '/contact', 150, 1],
] as const;

export const VISITOR_COUNTRIES = [
  ['US', 38],
  ['DE', 13],
  ['GB', 11],
  ['IN', 9],
  ['FR', 7],
  ['JP', 5],
  ['NL', 4],
  ['CA', 4],
  ['BR', 3],
  ['AU', 3],
  ['XX', 2],
  ['SE', 1],
] as const;

/** Where else operators run their bots. */
export const BOT_COUNTRIES = [
  ['US', 4],
  ['IE', 3],
  ['DE', 2],
  ['JP', 1],
] as const;

export const IMPOSTOR_COUNTRIES = [
  ['VN', 4],
  ['RU', 3],
  ['BR', 2],
  ['XX', 1],
] as const;

/** What impostors look for, each with the status of the answer. */
export const PROBED_PAGES = [
  ['/wp-login.php', 404, 5],
  ['/.env', 403, 3],
  ['/xmlrpc.php', 404, 2],
] as const;

/** Pages that the site had once, each with its status now. Crawlers remember them. */
export const OLD_PAGES = [
  ['/docs/v1/install', 404, 5],
  ['/docs/v1/api', 404, 3],
  ['/blog/2021/hello-world', 404, 3],
  ['/team.html', 404, 2],
  ['/beta', 410, 1],
] as const;

export const STATUSES = [
  [200, 930],
  [304, 45],
  [429, 10],
  [403, 7],
  [500, 5],
  [503, 3],
] as const;

/** The pages that people read, each with the size of its answer. */
export const PAGES: Rows<readonly [path: string, kilobytes: number, weight: number]> = [
  ['/', 38, 120],
  ['/pricing', 24, 80],
  ['/docs/getting-started', 31, 64],
  ['/docs/api', 92, 52],
  ['/blog/what-ai-crawlers-read', 27, 44],
  ['/features', 29, 38],
  ['/blog/measuring-referrals', 22, 33],
  ['/docs/install', 18, 29],
  ['/compare/alternatives', 33, 26],
  ['/docs/webhooks', 26, 21],
  ['/blog/robots-txt-for-ai', 19, 20],
  ['/integrations', 21, 17],
  ['/docs/authentication', 16, 16],
  ['/docs/rate-limits', 12, 14],
  ['/blog', 35, 13],
  ['/about', 14, 12],
  ['/integrations/nginx', 15, 11],
  ['/docs/errors', 20, 10],
  ['/customers', 23, 9],
  ['/blog/llms-txt', 17, 9],
  ['/docs/export', 13, 8],
  ['/integrations/caddy', 14, 7],
  ['/security', 18, 7],
  ['/blog/who-sends-visitors', 24, 6],
  ['/docs/self-hosting', 28, 6],
  ['/changelog', 61, 5],
  ['/customers/harbour-books', 16, 5],
  ['/integrations/cloudflare', 15, 5],
  ['/docs/backup', 11, 4],
  ['/faq', 26, 4],
  ['/blog/crawl-budgets', 21, 4],
  ['/customers/northlight', 17, 3],
  ['/docs/glossary', 44, 3],
  ['/contact', 9, 3],
  ['/blog/release-2', 18, 2],
  ['/careers', 13, 2],
  ['/docs/migrate', 19, 2],
  ['/blog/release-1', 16, 1.5],
  ['/press', 11, 1],
  ['/imprint', 6, 1],
  ['/privacy', 22, 1],
  ['/terms', 25, 1],
];

/** Crawlers read the whole site: to them all pages are more alike. */
export const CRAWLED_PAGES: typeof PAGES = [
  ['/robots.txt', 0.4, 14],
  ['/sitemap.xml', 9, 6],
  ['/llms.txt', 3, 3],
  ...PAGES.map(
    ([path, kilobytes, weight]: (typeof PAGES)[number]) => [path, kilobytes, Math.sqrt(weight)] as const,
  ),
];
