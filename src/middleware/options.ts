import type { SiteTrafficOptions } from './types.ts';

type Named = 'url' | 'site' | 'key';

/** Checked options, with defaults for those that were left out. */
export type Settings = {
  readonly [Name in Exclude<keyof SiteTrafficOptions, Named>]-?: NonNullable<SiteTrafficOptions[Name]>;
} & {
  /** The URL that batches are posted to. */
  readonly endpoint: string;
  readonly key: string;
};

const DEFAULTS: Omit<Settings, 'endpoint' | 'key'> = {
  batchSize: 500,
  flushMs: 1_000,
  maxQueue: 10_000,
  closeWithinMs: 5_000,
  trustProxy: false,
  filter: () => true,
  onError: ({ message, lost }) => console.warn(`site-traffic: ${message}; requests lost: ${lost}`),
  fetch,
  now: Date.now,
};

/** The limit of the collector for one request. */
const MAX_BATCH = 1_000;
/** A timer with a longer delay fires at once. */
const MAX_NUMBER = 2 ** 31 - 1;

/** Throws a TypeError that names the bad option. It does not repeat the value, which may be a misplaced key. */
export function readOptions(options: Partial<SiteTrafficOptions>): Settings {
  const others = Object.entries(DEFAULTS).map(([name, usual]) => {
    const value = options[name as keyof typeof DEFAULTS] ?? usual;
    must(typeof value === typeof usual, `${name} must be a ${typeof usual}`);
    if (typeof value === 'number') mustCount(name, value);
    return [name, value];
  });
  const settings = Object.fromEntries(others) as typeof DEFAULTS;
  return { ...settings, endpoint: readEndpoint(options), key: readKey(options) };
}

function mustCount(name: string, value: number): void {
  const most = name === 'batchSize' ? MAX_BATCH : MAX_NUMBER;
  must(
    Number.isInteger(value) && value > 0 && value <= most,
    `${name} must be a whole number from 1 to ${most}`,
  );
}

function readEndpoint({ url, site }: Partial<SiteTrafficOptions>): string {
  const text = String(url);
  const isPlain = URL.canParse(text) && /^https?:[^@?#]+$/i.test(text);
  must(isPlain, 'url must be an http or https URL without user name, query or fragment');
  must(typeof site === 'string' && site !== '', 'site must be a site id');
  return `${text.replace(/\/$/, '')}/collect/sites/${encodeURIComponent(String(site))}/events`;
}

function readKey({ key }: Partial<SiteTrafficOptions>): string {
  // Other characters are not allowed in a header: each batch would fail, with an error that shows the key.
  must(/^[\x21-\x7e]+$/.test(key ?? ''), 'key must be an API key; is its environment variable set?');
  return String(key);
}

function must(right: boolean, what: string): void {
  if (!right) throw new TypeError(`siteTraffic: ${what}`);
}
