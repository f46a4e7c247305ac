import type { ClientOptions } from './types.ts';

/** Checked options, with defaults for those that were left out. */
export type Settings = {
  /** The URL of the service, without a slash at its end. */
  readonly url: string;
  readonly key: string;
  readonly maxWaitSeconds: number;
  readonly fetch: typeof fetch;
};

/** Throws a TypeError that names the bad option. It does not repeat the value, which may be a misplaced key. */
export function readOptions(options: Partial<ClientOptions>): Settings {
  const { url, key, maxWaitSeconds = 120, fetch = globalThis.fetch } = options;
  const text = String(url);
  must(
    URL.canParse(text) && /^https?:[^@?#]+$/i.test(text),
    'url must be an http or https URL without user name, query or fragment',
  );
  // Other characters are not allowed in a header: each call would fail, with an error that shows the key.
  must(/^[\x21-\x7e]+$/.test(key ?? ''), 'key must be an API key; is its environment variable set?');
  must(
    typeof maxWaitSeconds === 'number' && maxWaitSeconds >= 0 && maxWaitSeconds <= 86_400,
    'maxWaitSeconds must be a number from 0 to 86400',
  );
  must(typeof fetch === 'function', 'fetch must be a function');
  return { url: text.replace(/\/$/, ''), key: String(key), maxWaitSeconds, fetch };
}

/** The path of a site's resource. Throws a TypeError for an id that would lead elsewhere. */
export function sitePath(siteId: string, rest: string): string {
  must(isSegment(siteId), 'siteId must be the id of a site, such as site_…');
  return `/sites/${encodeURIComponent(siteId)}/${rest}`;
}

/** The path of what a site knows of a bot. Throws a TypeError for a name that would lead elsewhere. */
export function botReportPath(siteId: string, botName: string): string {
  must(isSegment(botName), 'botName must be the name of a bot, such as GPTBot');
  return sitePath(siteId, `bots/${encodeURIComponent(botName)}`);
}

/** "." and ".." would be taken out of a path, however they are escaped. */
function isSegment(given: unknown): boolean {
  return typeof given === 'string' && /[^.]/.test(given);
}

/** Throws a TypeError for an idempotency key that no header can carry. */
export function idempotencyHeader(key: string | undefined): Readonly<Record<string, string>> {
  if (key === undefined) return {};
  must(/^[\x21-\x7e]{1,255}$/.test(key), 'idempotencyKey must be 1 to 255 visible ASCII characters');
  return { 'idempotency-key': key };
}

function must(right: boolean, what: string): void {
  if (!right) throw new TypeError(`site-traffic: ${what}`);
}
