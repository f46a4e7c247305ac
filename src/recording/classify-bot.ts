import { BOTS, type Bot, EDITORS } from '../catalogue/bots.ts';

/** The AI bot that a User-Agent header names; undefined if there is none. */
export function classifyBot(userAgent: string): Bot | undefined {
  if (!ANY_TOKEN.test(userAgent)) return undefined;
  const bot = MATCHERS.find(({ token }) => token.test(userAgent))?.bot;
  return bot && isEditorWindow(bot, userAgent) ? undefined : bot;
}

/** Whether a person looks at the page in an editor. Its agent does not use the window, and sends no browser's token. */
function isEditorWindow({ name }: Bot, userAgent: string): boolean {
  return EDITORS.has(name) && /\b(?:Electron|Chrome)\/\d/.test(userAgent);
}

const MATCHERS = BOTS.map((bot) => ({ bot, token: wholeToken(bot.pattern) }));

/** One pass is enough for nearly every line of a log, since most agents are not AI bots. */
const ANY_TOKEN = wholeToken(BOTS.map((bot) => bot.pattern).join('|'));

/**
 * Matches a token as a whole word, not in an address such as openai.com/gptbot, which other agents quote. A hyphen may
 * follow, since operators append variants ("Amazonbot-Video").
 */
function wholeToken(pattern: string): RegExp {
  return new RegExp(`(?<![\\w./@+-])(?:${pattern})(?![a-z0-9])`, 'i');
}

/**
 * Whether an agent looks like a robot or a program of any kind. In doubt it is a browser: no browser may be excluded,
 * not even on a phone by Cubot, whose name is in its user agent.
 */
export function looksLikeRobot(userAgent: string): boolean {
  return ROBOT.test(userAgent);
}

const ROBOT =
  /(?<!\bcu)bot(?![a-z])|crawl|spider|slurp|scanner|headless|lighthouse|phantomjs|\bms-office\b|^microsoft office\b|\+https?:\/\/|^(?:curl|wget|python|java|ruby|perl|php|go-http-client|okhttp|axios|node|undici|libwww|apache-httpclient|postman|httpie)\b/i;
