/** The parts of an address that identify a site or an app. `host` is in lower case, without port or final dot. */
export type WebAddress = {
  readonly isAndroidApp: boolean;
  /** The package name if the address is an app. */
  readonly host: string;
  /** Starts with "/" unless empty. */
  readonly path: string;
};

/** Parses an address such as a Referer header: a web or android-app URL, or a host without a scheme. */
export function parseWebAddress(text: string): WebAddress | undefined {
  const absolute = SCHEME.test(text) ? text : `http://${text.replace(/^\/\//, '')}`;
  if (!URL.canParse(absolute)) return undefined;
  const { protocol, hostname, pathname } = new URL(absolute);
  if (!READ_PROTOCOLS.has(protocol) || hostname === '') return undefined;
  const host = hostname.toLowerCase().replace(/\.$/, '');
  return { isAndroidApp: protocol === ANDROID_APP, host, path: pathname };
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const ANDROID_APP = 'android-app:';
const READ_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', ANDROID_APP]);

/** Whether an address is on the site. "www." and the port do not matter. */
export function isOnSite(address: string, siteDomain: string): boolean {
  const host = siteHost(address);
  return host !== undefined && host === siteHost(siteDomain);
}

function siteHost(address: string): string | undefined {
  return parseWebAddress(address)?.host.replace(/^www\./, '');
}
