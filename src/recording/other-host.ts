import { parseWebAddress } from './web-address.ts';

/**
 * Whether the host of a request, in a log of several sites, belongs to another site: it is neither the site's domain nor
 * a subdomain of it. "www." and ports do not matter. IP addresses and names without a dot ("localhost", "_") are names of
 * the server itself and belong to any site.
 */
export function isOtherHost(host: string, siteDomain: string): boolean {
  const name = parseWebAddress(host)?.host;
  const site = parseWebAddress(siteDomain)?.host.replace(/^www\./, '');
  if (name === undefined || site === undefined || !SITE_NAME.test(name)) return false;
  return name !== site && !name.endsWith(`.${site}`);
}

/** Has a dot inside and no digit after the last one, unlike 192.0.2.1 and [2001:db8::1]. */
const SITE_NAME = /[^.]\.[^.\d[\]:][^.[\]:]*$/;
