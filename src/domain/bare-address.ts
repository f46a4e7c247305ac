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
