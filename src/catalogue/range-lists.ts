import { BOTS } from './bots.ts';

/**
 * How a list is published: as JSON, `{"prefixes": [{"ipv4Prefix"} | {"ipv6Prefix"}]}`, or as the same JSON in a page of
 * HTML.
 */
export type ListShape = 'json' | 'json-in-html';

/** Where an operator publishes the address ranges of some of its bots. */
export type PublishedList = {
  readonly operator: string;
  /** Names of the catalogue. None: the list is of bots that the catalogue does not have. */
  readonly bots: readonly string[];
  readonly address: string;
  readonly shape: ListShape;
};

const GOOGLE = 'https://developers.google.com/static/crawling/ipranges';

/** Google publishes two lists for fetchers of this kind, and does not say which of them uses which. */
const GOOGLE_FETCHERS = ['Google-NotebookLM', 'Google-GeminiNotebook'];

/**
 * Each file's name is unique, because `ranges update --from` reads files by it. The lists without a bot are retrieved as
 * the others are, so that they are there when the catalogue gets their bots.
 */
export const PUBLISHED_LISTS: readonly PublishedList[] = [
  json('OpenAI', 'https://openai.com/gptbot.json', ['GPTBot']),
  json('OpenAI', 'https://openai.com/searchbot.json', ['OAI-SearchBot']),
  json('OpenAI', 'https://openai.com/chatgpt-user.json', ['ChatGPT-User']),
  json('OpenAI', 'https://openai.com/adsbot.json', ['OAI-AdsBot']),
  json('OpenAI', 'https://openai.com/chatgpt-agents.json', ['ChatGPT Agent']),
  // requests of connectors, which no bot of the catalogue makes
  json('OpenAI', 'https://openai.com/chatgpt-connectors.json', []),
  // Claude-Code is not among them: it runs on its user's machine.
  json('Anthropic', 'https://claude.com/crawling/bots.json', [
    'ClaudeBot',
    'Claude-User',
    'Claude-SearchBot',
  ]),
  json('Perplexity', 'https://www.perplexity.com/perplexitybot.json', ['PerplexityBot']),
  json('Perplexity', 'https://www.perplexity.com/perplexity-user.json', ['Perplexity-User']),
  json('Google', `${GOOGLE}/common-crawlers.json`, [
    'GoogleOther',
    'GoogleOther-Image',
    'GoogleOther-Video',
    'Google-CloudVertexBot',
  ]),
  // AdsBot, Mediapartners-Google and others, none of which is an AI bot
  json('Google', `${GOOGLE}/special-crawlers.json`, []),
  json('Google', `${GOOGLE}/user-triggered-fetchers.json`, GOOGLE_FETCHERS),
  json('Google', `${GOOGLE}/user-triggered-fetchers-google.json`, GOOGLE_FETCHERS),
  json('Google', `${GOOGLE}/user-triggered-agents.json`, ['Google-Agent']),
  // bingbot, which is not an AI bot
  json('Microsoft', 'https://www.bing.com/toolbox/bingbot.json', []),
  json('Apple', 'https://search.developer.apple.com/applebot.json', ['Applebot']),
  json('Common Crawl', 'https://index.commoncrawl.org/ccbot.json', ['CCBot']),
  json('DuckDuckGo', 'https://duckduckgo.com/duckassistbot.json', ['DuckAssistBot']),
  // DuckDuckBot, which is not an AI bot
  json('DuckDuckGo', 'https://duckduckgo.com/duckduckbot.json', []),
  json('Mistral', 'https://mistral.ai/mistralai-user-ips.json', ['MistralAI-User']),
  json('Mistral', 'https://mistral.ai/mistralai-index-ips.json', ['MistralAI-Index']),
  json('Moonshot AI', 'https://www.kimi.com/policies/kimi-user.json', ['Kimi-User']),
  json('Moonshot AI', 'https://www.kimi.com/policies/kimi-searchbot.json', ['Kimi-SearchBot']),
  json('Moonshot AI', 'https://www.kimi.com/policies/kimibot.json', ['KimiBot']),
  amazon('ip-addresses', 'Amazonbot'),
  amazon('searchbot-ip-addresses', 'Amzn-SearchBot'),
  amazon('live-ip-addresses', 'Amzn-User'),
];

/**
 * Operators that publish no ranges of their bots. Meta publishes those of its whole network only, which anybody who gets
 * Meta to fetch a page comes from.
 */
export const OPERATORS_WITHOUT_LISTS: readonly string[] = [
  'ByteDance',
  'Cohere',
  'DeepSeek',
  'Diffbot',
  'Huawei',
  'Meta',
  'xAI',
  'Yandex',
];

/** The names of an operator's bots. */
export function botsOfOperator(operator: string): readonly string[] {
  return BOTS.filter(({ company }) => company === operator).map(({ name }) => name);
}

function json(operator: string, address: string, bots: readonly string[]): PublishedList {
  return { operator, bots, address, shape: 'json' };
}

function amazon(page: string, bot: string): PublishedList {
  const address = `https://developer.amazon.com/amazonbot/${page}/`;
  return { operator: 'Amazon', bots: [bot], address, shape: 'json-in-html' };
}
