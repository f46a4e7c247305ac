import crawlerUserAgents from 'crawler-user-agents';
import { describe, expect, it } from 'vitest';
import { BOTS } from '../../src/catalogue/bots.ts';
import { ROBOTS_TOKENS } from '../../src/catalogue/robots-tokens.ts';
import { INSTALLED } from '../../src/catalogue/catalogue.ts';
import { classifyBot, looksLikeRobot } from '../../src/recording/classify-bot.ts';
import { AI_ROBOTS_TXT_NAMES } from './ai-robots-txt-names.ts';

type Crawler = {
  readonly pattern: string;
  readonly instances: readonly string[];
  readonly tags?: readonly string[];
};
const CRAWLERS: readonly Crawler[] = crawlerUserAgents;

const isTaggedAi = (crawler: Crawler) => crawler.tags?.includes('ai-crawler') === true;
const nameOf = (userAgent: string) => classifyBot(INSTALLED, userAgent)?.name;

describe('the catalogue of AI bots', () => {
  it('tells each bot by its own token, and never twice by one name', () => {
    const names = BOTS.map((bot) => bot.name);
    expect(names.map((name) => nameOf(agentOf(name)))).toEqual(names);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  });

  it('has one pattern for each bot that knows it by itself, whatever the order of the list', () => {
    const shared = BOTS.map(({ name }) =>
      BOTS.filter(({ pattern }) => new RegExp(`\\b(?:${pattern})(?![a-z0-9])`, 'i').test(agentOf(name))).map(
        (bot) => bot.name,
      ),
    );
    expect(shared).toEqual(BOTS.map(({ name }) => [name]));
  });

  it('says of every bot whose it is and on which page it is documented', () => {
    const lacking = BOTS.filter(
      ({ company, documentation }) =>
        company.trim() === '' ||
        documentation === null ||
        !URL.canParse(documentation) ||
        !/^https:\/\/[^/]+\.[a-z]+(?:\/|$)/.test(documentation),
    );
    expect(lacking).toEqual([]);
  });

  it('gives robots.txt tokens to bots that it lists', () => {
    const tokens = BOTS.flatMap(({ robotsToken }) => robotsToken ?? []);
    expect(new Set(tokens)).toEqual(ROBOTS_TOKENS);
  });

  it('counts every agent that ai.robots.txt names, except tokens for robots.txt and an editor that people use', () => {
    const uncounted = AI_ROBOTS_TXT_NAMES.filter((name) => nameOf(agentOf(name)) === undefined);
    expect(uncounted).toEqual(['Applebot-Extended', 'Code', 'Google-Extended']);
  });
});

describe('the user agents that crawler-user-agents has recorded', () => {
  it('are counted where they are tagged as AI, but for those left out for a reason', () => {
    const leftOut = {
      AISearchBot: 'nobody knows its operator, and no agent of it was recorded',
      'Google-Extended': 'a token of robots.txt: Googlebot makes the requests',
      'semantic-visions': 'its operator documents no AI use, and ai.robots.txt does not name it',
    };
    const uncounted = CRAWLERS.filter(isTaggedAi).filter(
      ({ pattern, instances }) => !agentsOf(pattern, instances).some((userAgent) => nameOf(userAgent)),
    );
    expect(uncounted.map(({ pattern }) => pattern)).toEqual(Object.keys(leftOut));
  });

  it('are named as the catalogue names them where they are tagged as AI', () => {
    const otherNames: Readonly<Record<string, string>> = {
      '[cC]laude[bB]ot': 'ClaudeBot',
      KendraBot: 'amazon-kendra',
      PerplexityUser: 'Perplexity-User',
      'Spider[\\s\\S]*spider\\.com': 'Spider',
      crawl4ai: 'Crawl4AI',
    };
    const agents = CRAWLERS.filter(isTaggedAi)
      .flatMap(({ pattern, instances }) => instances.map((userAgent) => ({ pattern, userAgent })))
      .filter(({ pattern }) => !['Google-Extended', 'semantic-visions'].includes(pattern));
    const expected = agents.map(({ pattern, userAgent }) => ({
      userAgent,
      name: otherNames[pattern] ?? pattern.replace(/\\\/$|\\/g, ''),
    }));
    expect(agents.map(({ userAgent }) => ({ userAgent, name: nameOf(userAgent) }))).toEqual(expected);
    expect(agents.length).toBeGreaterThan(90);
  });

  it('contain the robots.txt token of their bot, except two spellings that its operator does not document', () => {
    const others = CRAWLERS.flatMap(({ instances }) => instances).filter((userAgent) => {
      const token = classifyBot(INSTALLED, userAgent)?.robotsToken?.toLowerCase();
      return token !== undefined && !userAgent.toLowerCase().includes(token);
    });
    expect(others).toEqual([expect.stringContaining('PerplexityUser/1.0'), 'KendraBot']);
  });

  it('are no AI bots elsewhere, save those that ai.robots.txt or their operators call so', () => {
    const names = CRAWLERS.filter((crawler) => !isTaggedAi(crawler))
      .flatMap((crawler) => crawler.instances)
      .map(nameOf)
      .filter((name) => name !== undefined);
    const listed = new Set(AI_ROBOTS_TXT_NAMES.map((name) => name.toLowerCase()));
    expect([...new Set(names)].filter((name) => !listed.has(name.toLowerCase()))).toEqual([
      'webzio',
      'Amazon-Bedrock-AgentCore-Browser',
      'Anchor Browser',
    ]);
  });
});

describe('classifyBot', () => {
  it('answers name, company, purpose, robots.txt token and documentation', () => {
    expect(
      classifyBot(INSTALLED, 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)'),
    ).toEqual({
      name: 'GPTBot',
      company: 'OpenAI',
      purpose: 'training',
      robotsToken: 'GPTBot',
      followsRobots: true,
      documentation: 'https://developers.openai.com/api/docs/bots',
      pattern: 'GPTBot',
    });
  });

  it('does not mind the letter case of a token', () => {
    expect(nameOf('gptbot/1.0')).toBe('GPTBot');
    expect(nameOf('META-EXTERNALAGENT/1.1')).toBe('meta-externalagent');
  });

  it('takes the agent itself, not another one that it mentions', () => {
    expect(nameOf('Claude-User (claude-code/2.1.86; +https://support.anthropic.com/)')).toBe('Claude-User');
    expect(nameOf('claude-code/2.1.86')).toBe('Claude-Code');
    expect(nameOf('Amzn-User/0.1 (+https://developer.amazon.com/amazonbot)')).toBe('Amzn-User');
  });

  it('knows a token from a part of a word or of an address', () => {
    expect(nameOf('NotGPTBot/1.0')).toBeUndefined();
    expect(nameOf('GPTBotanist/1.0')).toBeUndefined();
    expect(nameOf('Checker/1.0 (see https://openai.com/gptbot)')).toBeUndefined();
  });

  it('counts variants of a bot under its name', () => {
    expect(nameOf('Mozilla/5.0 (compatible; Amazonbot-Video/0.1)')).toBe('Amazonbot');
  });

  it.each([
    ['amazon-Quick-on-behalf-of-03b1f1a7', 'amazon-Quick'],
    ['Cloudflare-AI-Search-External (https://developers.cloudflare.com/ai-search)', 'Cloudflare-AI-Search'],
    ['CloudflareBrowserRenderingCrawler/1.0', 'CloudflareBrowserRenderingCrawler'],
    ['GrokAgent/1.0', 'GrokAgent'],
    ['meta-externaltest/1.1', 'meta-externaltest'],
    ['Mozilla/5.0 (compatible; HarkBot/1.0)', 'HarkBot'],
    ['KernelSearchBot', 'KernelSearchBot'],
    ['QATechBot', 'QATechBot'],
    ['CledaraBot', 'CledaraBot'],
    ['NavuBot', 'NavuBot'],
    ['ZipchatBot/1.0', 'ZipchatBot'],
    ['InstantAIGuruBot/1.0', 'InstantAIGuruBot'],
  ])('knows %s', (userAgent, name) => {
    expect(nameOf(userAgent)).toBe(name);
  });

  it('leaves search engines, old namesakes and people alone', () => {
    const others = [
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
      'Mozilla/5.0 (compatible; Exabot/3.0; +http://www.exabot.com/go/robot)',
      'Mozilla/5.0 (compatible; SemrushBot; +http://www.semrush.com/bot.html)',
      'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      '',
    ];
    expect(others.map(nameOf)).toEqual(others.map(() => undefined));
  });
});

describe('the window of an editor', () => {
  const window = (product: string) =>
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${product} Chrome/144.0.0.0 Electron/40.1.0 Safari/537.36`;

  it.each(['Cursor/3.8.0', 'Trae/1.2.3', 'Windsurf/1.9.0', 'Code/1.115.0', 'Claude/1.4.758'])(
    'shows a page to an ordinary visitor: %s',
    (product) => {
      expect([nameOf(window(product)), looksLikeRobot(window(product))]).toEqual([undefined, false]);
    },
  );

  it('is recognised by its browser alone', () => {
    expect(nameOf('Mozilla/5.0 Cursor/3.8.0 Chrome/144.0.0.0')).toBeUndefined();
    expect(nameOf('Mozilla/5.0 Trae/1.2.3 Electron/40.1.0')).toBeUndefined();
  });

  it('is not the agent of that editor, nor another bot in a browser', () => {
    expect(nameOf('Cursor/3.8.0')).toBe('Cursor');
    expect(nameOf('Trae/1.2.3')).toBe('Trae');
    expect(nameOf(window('ChatGPT-User/1.0'))).toBe('ChatGPT-User');
  });
});

describe('looksLikeRobot', () => {
  it('knows robots and tools', () => {
    const robots = [
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/119.0.0.0 Safari/537.36',
      'curl/8.5.0',
      'python-requests/2.32.3',
      'Go-http-client/1.1',
      'Mozilla/4.0 (compatible; ms-office; MSOffice rmj)',
      'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Word 16.0.17928; Pro)',
      'Microsoft Office Protocol Discovery',
    ];
    expect(robots.filter((userAgent) => !looksLikeRobot(userAgent))).toEqual([]);
  });

  it('takes no browser for a robot, not even on a Cubot telephone', () => {
    const browsers = [
      'Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
      'Mozilla/5.0 (Linux; Android 13; Cubot Note 40) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
      '',
    ];
    expect(browsers.filter(looksLikeRobot)).toEqual([]);
  });
});

/** What was recorded of a crawler, or an agent made of its pattern where nothing was. */
function agentsOf(pattern: string, instances: readonly string[]): readonly string[] {
  return instances.length > 0 ? instances : [agentOf(pattern)];
}

/** A bot as it presents itself; a few tokens count only in the surroundings that they really have. */
function agentOf(name: string): string {
  switch (name) {
    case 'LCC':
      return 'LCC (+http://corpora.informatik.uni-leipzig.de/crawler_faq.html)';
    case 'Spider':
      return 'Mozilla/5.0 (compatible; Spider; +https://www.spider.com/)';
    default:
      return `Mozilla/5.0 (compatible; ${name}/1.0; +https://bots.example)`;
  }
}
