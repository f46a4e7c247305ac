import type { Random } from '../../src/cli/demo/random.ts';

/** A request as a log shows it; `-` stands for unknown values. */
export type LoggedRequest = {
  readonly address: string;
  readonly request: string;
  readonly status: number;
  readonly bytes: number;
  readonly referrer: string;
  readonly agent: string;
};

export type RequestKind = 'page' | 'asset' | 'search-robot' | 'tool' | 'ai-bot' | 'referral';

type Kinds = readonly (readonly [kind: RequestKind, weight: number])[];

/** The kinds of requests that a site receives, per thousand. */
export const EVERY_KIND: Kinds = [
  ['page', 280],
  ['asset', 397],
  ['search-robot', 180],
  ['tool', 120],
  ['ai-bot', 20],
  ['referral', 3],
];

/** The next request, which is of one of these kinds. */
export function requestOf(random: Random, kinds: Kinds): LoggedRequest {
  const [first, ...others] = kinds;
  if (first === undefined) throw new Error('no kind of request is given');
  return { address: addressOf(random), ...REQUESTS[random.pick([first, ...others])[0]](random) };
}

const REQUESTS: Record<RequestKind, (random: Random) => Omit<LoggedRequest, 'address'>> = {
  page: (random) => ({
    ...get(pageOf(random), random),
    referrer: referrerOf(random),
    agent: browserOf(random),
  }),
  asset: (random) => ({
    ...get(`/assets/${upTo(random, 300)}.${random.pick(ASSETS)[0]}`, random),
    referrer: `https://www.example.com${pageOf(random)}`,
    agent: browserOf(random),
  }),
  'search-robot': (random) => ({
    ...get(pageOf(random), random),
    referrer: '-',
    agent: `Mozilla/5.0 (compatible; ${random.pick(SEARCH_ROBOTS)[0]})`,
  }),
  tool: (random) => ({
    request: `${random.pick(TOOL_REQUESTS)[0]} HTTP/1.1`,
    status: 404,
    bytes: 162,
    referrer: '-',
    agent: random.pick(TOOLS)[0],
  }),
  'ai-bot': (random) => ({
    ...get(pageOf(random), random),
    referrer: '-',
    agent: `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${random.pick(AI_BOTS)[0]})`,
  }),
  referral: (random) => ({
    ...get(pageOf(random), random),
    referrer: random.pick(LLM_PAGES)[0],
    agent: browserOf(random),
  }),
};

const ASSETS = [
  ['js', 3],
  ['css', 2],
  ['png', 3],
  ['webp', 3],
  ['woff2', 1],
] as const;

const SEARCH_ROBOTS = [
  ['Googlebot/2.1; +http://www.google.com/bot.html', 5],
  ['bingbot/2.0; +http://www.bing.com/bingbot.htm', 4],
  ['AhrefsBot/7.0; +http://ahrefs.com/robot/', 2],
  ['SemrushBot/7~bl; +http://www.semrush.com/bot.html', 2],
  ['YandexBot/3.0; +http://yandex.com/bots', 1],
] as const;

const TOOL_REQUESTS = [
  ['GET /wp-login.php', 4],
  ['POST /xmlrpc.php', 2],
  ['GET /.env', 2],
  ['GET /?s=%22%3E%3Cscript%3E', 1],
  ['HEAD /', 1],
] as const;

const TOOLS = [
  ['-', 4],
  ['Go-http-client/1.1', 3],
  ['curl/8.5.0', 2],
  ['python-requests/2.32.3', 2],
  ['Mozilla/5.0 zgrab/0.x', 1],
] as const;

const AI_BOTS = [
  ['GPTBot/1.2; +https://openai.com/gptbot', 6],
  ['ClaudeBot/1.0; +claudebot@anthropic.com', 5],
  ['ChatGPT-User/1.0; +https://openai.com/bot', 4],
  ['OAI-SearchBot/1.0; +https://openai.com/searchbot', 3],
  ['PerplexityBot/1.0; +https://perplexity.ai/perplexitybot', 3],
  ['Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot', 2],
  ['Bytespider; spider-feedback@bytedance.com', 2],
  ['CCBot/2.0; +https://commoncrawl.org/faq/', 1],
] as const;

const LLM_PAGES = [
  ['https://chatgpt.com/', 6],
  ['https://www.perplexity.ai/', 3],
  ['https://claude.ai/', 1],
  ['https://gemini.google.com/', 1],
] as const;

const REFERRERS = [
  ['-', 4],
  ['https://www.google.com/', 3],
  ['https://www.bing.com/', 1],
  ['https://www.example.com/', 4],
] as const;

const PLATFORMS = [
  ['Windows NT 10.0; Win64; x64', 5],
  ['Macintosh; Intel Mac OS X 10_15_7', 2],
  ['X11; Linux x86_64', 1],
  ['Linux; Android 10; K', 4],
] as const;

/** From the address ranges reserved for documentation. */
const NETWORKS = [
  ['192.0.2', 1],
  ['198.51.100', 1],
  ['203.0.113', 1],
  ['2001:db8:', 1],
] as const;

function get(path: string, random: Random): Pick<LoggedRequest, 'request' | 'status' | 'bytes'> {
  const status = random.pick(STATUSES)[0];
  return { request: `GET ${path} HTTP/1.1`, status, bytes: status === 200 ? upTo(random, 60_000) : 0 };
}

const STATUSES = [
  [200, 90],
  [304, 6],
  [301, 2],
  [404, 2],
] as const;

/** A few pages are requested often and many seldom. Some have a query. */
function pageOf(random: Random): string {
  const page = `/articles/${Math.floor(random.next() ** 3 * 5_000)}`;
  return random.next() < 0.8 ? page : `${page}?page=${upTo(random, 20)}&utm_source=newsletter`;
}

function referrerOf(random: Random): string {
  return random.pick(REFERRERS)[0];
}

/** Some thousands of different agents, because each platform has many builds. */
function browserOf(random: Random): string {
  const engine = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  const version = `${115 + upTo(random, 25)}.0.${upTo(random, 40)}.0`;
  return `Mozilla/5.0 (${random.pick(PLATFORMS)[0]}) ${engine} Chrome/${version} Safari/537.36`;
}

function addressOf(random: Random): string {
  const network = random.pick(NETWORKS)[0];
  return network.includes(':')
    ? `${network}:${upTo(random, 65_536).toString(16)}`
    : `${network}.${upTo(random, 256)}`;
}

function upTo(random: Random, limit: number): number {
  return Math.floor(random.next() * limit);
}
