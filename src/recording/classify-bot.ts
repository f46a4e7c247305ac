import { type Bot, EDITORS } from '../catalogue/bots.ts';
import { type Catalogue, INSTALLED } from '../catalogue/catalogue.ts';
import { wholeToken } from '../catalogue/product-token.ts';
import { perCatalogue } from './per-catalogue.ts';

/** The AI bot that a User-Agent header names; undefined if there is none. */
export function classifyBot(catalogue: Catalogue, userAgent: string): Bot | undefined {
  const { anyToken, bots } = matchersOf(catalogue);
  if (!anyToken.test(userAgent)) return undefined;
  const bot = bots.find(({ token }) => token.test(userAgent))?.bot;
  return bot && isEditorWindow(bot, userAgent) ? undefined : bot;
}

/** Whether a person looks at the page in an editor. Its agent does not use the window, and sends no browser's token. */
function isEditorWindow({ name }: Bot, userAgent: string): boolean {
  return EDITORS.has(name) && /\b(?:Electron|Chrome)\/\d/.test(userAgent);
}

const matchersOf = perCatalogue(({ bots }) => ({
  bots: bots.map((bot) => ({ bot, token: wholeToken(bot.pattern) })),
  /** One pass is enough for nearly every line of a log, since most agents are not AI bots. */
  anyToken: wholeToken(bots.map((bot) => bot.pattern).join('|')),
}));

// nearly every process needs them, and `npm run check:regexps` sees what a module builds when it is loaded
matchersOf(INSTALLED);

/**
 * Whether an agent looks like a robot or a program of any kind. In doubt it is a browser: no browser may be excluded,
 * not even on a phone by Cubot, whose name is in its user agent.
 */
export function looksLikeRobot(userAgent: string): boolean {
  return ROBOT.test(userAgent);
}

const ROBOT =
  /(?<!\bcu)bot(?![a-z])|crawl|spider|slurp|scanner|headless|lighthouse|phantomjs|\bms-office\b|^microsoft office\b|\+https?:\/\/|^(?:curl|wget|python|java|ruby|perl|php|go-http-client|okhttp|axios|node|undici|libwww|apache-httpclient|postman|httpie)\b/i;
