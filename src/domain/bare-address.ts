/** An IPv6 address has at most 45 characters; a zone, brackets and a port may come with it. */
const MAX_LENGTH = 80;

/** `[IPv6%zone]:port`, `IPv4:port` or `IPv6%zone`, where only the address is required. */
const WRITTEN =
  /^(?:\[([\da-f:.]+)(?:%[^\s%\]]+)?\](?::\d{1,5})?|([\d.]+)(?::\d{1,5})?|([\da-f]*:[\da-f:.]+)(?:%[^\s%\]]+)?)$/i;

/**
 * An IP address without the brackets, the port and the zone that proxies and logs write with it. The caller checks the
 * address itself. Undefined for text that cannot be one.
 */
export function bareAddress(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, bracketed, ipv4, ipv6] = WRITTEN.exec(text) ?? [];
  return bracketed ?? ipv4 ?? ipv6;
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Of an IPv4 address in an IPv6 one, which a server that listens on IPv6 writes. */
const MAPPED = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/;

/** The same text for the same IP address, in whichever way it is written. Undefined for text that is none. */
export function canonicalAddress(text: string): string | undefined {
  const bare = bareAddress(text);
  if (bare === undefined || IPV4.test(bare)) return bare;
  const url = `http://[${bare}]`;
  if (!URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  const [, high, low] = MAPPED.exec(hostname) ?? [];
  return high === undefined || low === undefined
    ? hostname.slice(1, -1)
    : [high, low].flatMap(bytesOf).join('.');
}

/** The two bytes of a group of an IPv6 address. */
function bytesOf(group: string): readonly number[] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}
