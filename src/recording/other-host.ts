import { parseAddress } from './web-address.ts';

/**
 * Whether the host of a request, as a log of several sites names it, is another site than the given one and none of
 * its subdomains; "www." and ports do not matter. Addresses and names without a dot ("localhost", "_") are the
 * server's own and tell no site.
 */
export function isOtherHost(host: string, siteDomain: string): boolean {
  const name = parseAddress(host)?.host;
  const site = parseAddress(siteDomain)?.host.replace(/^www\./, '');
  if (name === undefined || site === undefined || !SITE_NAME.test(name)) return false;
  return name !== site && !name.endsWith(`.${site}`);
}

/** A dot inside and a letter after the last one: 192.0.2.1 and [2001:db8::1] are no names. */
const SITE_NAME = /[^.]\.[^.\d[\]:][^.[\]:]*$/;
