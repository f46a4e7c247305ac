import { storable } from './sample.ts';

/** The longest token that is kept. */
const LONGEST = 80;

const ADDRESS = /\+?https?:\/\/([^\s/;,()<>"']*)\S*/gi;
const WORDS = /[^\s/;,:()[\]{}<>"'+=\p{C}]+/gu;
const HAS_LETTER = /\p{L}/u;

/** How robots are called; no browser is, not even on a phone by Cubot. */
const ROBOT_WORD = /(?<!\bcu)bot(?![a-z])|crawl|spider|slurp|scan|headless|fetch|monitor|preview/i;

/** Words of browsers, which robots repeat to look like one. */
const BROWSER_WORDS = new Set(
  (
    'mozilla compatible applewebkit khtml like gecko chrome chromium safari version mobile firefox edg edge opera opr msie ' +
    'trident windows nt win64 wow64 x64 x11 x86_64 linux macintosh intel mac os iphone ipad cpu android u en-us build'
  ).split(' '),
);

/**
 * What a robot calls itself: its product token (RFC 9110, section 10.1.5), without the version. Of several, the one that is
 * called as robots are; else the first that is no browser's, or the host of the address that it names.
 */
export function robotToken(userAgent: string): string {
  const words = (userAgent.replace(ADDRESS, ' ').match(WORDS) ?? []).filter((word) => HAS_LETTER.test(word));
  const own = words.filter((word) => !BROWSER_WORDS.has(word.toLowerCase()));
  const [host] = [...userAgent.matchAll(ADDRESS)].map(([, name = '']) => name);
  const token = own.find((word) => ROBOT_WORD.test(word)) ?? own[0] ?? (host === '' ? undefined : host);
  return storable((token ?? words[0] ?? UNNAMED).slice(0, LONGEST));
}

/** For an agent without any word. */
const UNNAMED = '(unnamed)';
