import type { SiteTrafficOptions } from './types.ts';

type Named = 'url' | 'site' | 'key';

/** How requests are sent: checked options, with defaults for those that were left out. */
export type Manner = {
  readonly [Name in Exclude<keyof SiteTrafficOptions, Named>]-?: NonNullable<SiteTrafficOptions[Name]>;
};

/** Where they are sent, and with which key. */
export type Target = {
  /** The URL that batches are posted to. */
  readonly endpoint: string;
  readonly key: string;
};

export type Settings = Manner & Target;

const DEFAULTS: Manner = {
  batchSize: 500,
  flushMs: 1_000,
  maxQueue: 10_000,
  closeWithinMs: 5_000,
  trustProxy: false,
  filter: () => true,
  onError: ({ code, message, lost }) => {
    if (code === 'NOT_CONFIGURED') console.error(`site-traffic: ${message}`);
    else console.warn(`site-traffic: ${message}; requests lost: ${lost}`);
  },
  fetch,
  now: Date.now,
};

/** The limit of the collector for one request. */
const MAX_BATCH = 1_000;
/** A timer with a longer delay fires at once. */
const MAX_NUMBER = 2 ** 31 - 1;

/** Throws a TypeError that names the bad option, which is one that is written in code. */
export function readManner(options: Partial<SiteTrafficOptions>): Manner {
  const others = Object.entries(DEFAULTS).map(([name, usual]) => {
    const value = options[name as keyof typeof DEFAULTS] ?? usual;
    must(typeof value === typeof usual, `${name} must be a ${typeof usual}`);
    if (typeof value === 'number') mustCount(name, value);
    return [name, value];
  });
  return Object.fromEntries(others) as Manner;
}

function mustCount(name: string, value: number): void {
  const most = name === 'batchSize' ? MAX_BATCH : MAX_NUMBER;
  must(
    Number.isInteger(value) && value > 0 && value <= most,
    `${name} must be a whole number from 1 to ${most}`,
  );
}

/**
 * The options that usually come from the environment of a server, or what is wrong with them and what would be right. It
 * does not repeat a value, which may be a misplaced key.
 */
export function readTarget({
  url,
  site,
  key,
}: Partial<SiteTrafficOptions>): Target | { readonly wrong: string } {
  const [base, id] = [String(url), site ?? ''];
  const wrong = [
    ...problemsOf('url', url, isPlainUrl(base), 'an http or https URL without user name, query or fragment'),
    ...problemsOf('site', site, typeof id === 'string', 'a site id, such as site_0123456789abcdef'),
    // Other characters are not allowed in a header: each batch would fail, with an error that shows the key.
    ...problemsOf('key', key, /^[\x21-\x7e]+$/.test(String(key)), 'an API key of scope collect for the site'),
  ];
  if (wrong.length > 0) return { wrong: wrong.join('; ') };
  const endpoint = `${base.replace(/\/$/, '')}/collect/sites/${encodeURIComponent(id)}/events`;
  return { endpoint, key: String(key) };
}

function isPlainUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:[^@?#]+$/i.test(text);
}

function problemsOf(name: Named, value: unknown, isRight: boolean, right: string): readonly string[] {
  if (value === undefined || value === null || value === '')
    return [
      `${name} is missing: set it to ${right}; if it comes from a variable of the environment, set that`,
    ];
  return isRight ? [] : [`${name} is wrong: set it to ${right}`];
}

function must(right: boolean, what: string): void {
  if (!right) throw new TypeError(`siteTraffic: ${what}`);
}
