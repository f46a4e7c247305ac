import { BOTS, type Bot } from '../catalogue/bots.ts';

/** The AI bot that a User-Agent header names; undefined for any other agent. */
export function classifyBot(userAgent: string): Bot | undefined {
  if (!ANY_TOKEN.test(userAgent)) return undefined;
  return MATCHERS.find(({ token }) => token.test(userAgent))?.bot;
}

const MATCHERS = BOTS.map((bot) => ({ bot, token: wholeToken(bot.pattern) }));

/** One pass that settles nearly every line of a log: most agents are no AI bots. */
const ANY_TOKEN = wholeToken(BOTS.map((bot) => bot.pattern).join('|'));

/**
 * A token stands by itself: not inside a longer word, and not in an address such as openai.com/gptbot, which
 * other agents quote. A hyphen may follow, since operators append variants ("Amazonbot-Video").
 */
function wholeToken(pattern: string): RegExp {
  return new RegExp(`(?<![\\w./@+-])(?:${pattern})(?![a-z0-9])`, 'i');
}

/**
 * Whether an agent looks like any robot or tool at all. Meant to miss rather than to accuse: browsers must
 * pass, among them those of Cubot telephones, which bear the maker's name.
 */
export function looksLikeRobot(userAgent: string): boolean {
  return ROBOT.test(userAgent);
}

const ROBOT =
  /(?<!\bcu)bot(?![a-z])|crawl|spider|slurp|scanner|headless|lighthouse|phantomjs|\+https?:\/\/|^(?:curl|wget|python|java|ruby|perl|php|go-http-client|okhttp|axios|node|undici|libwww|apache-httpclient|postman|httpie)\b/i;
