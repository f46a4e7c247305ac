/** The first three groups of an IPv6 network of 64 bits, and the fourth. */
const NETWORK_64 = /^([\da-f]{1,4}:[\da-f]{1,4}:[\da-f]{1,4}):([\da-f]{1,4})::\/64$/;

/**
 * The network that one customer of a provider usually has: of an IPv6 network of 64 bits the 56 bits that 255 others
 * share with it, otherwise the client itself.
 */
export function customerOf(client: string): string {
  const [, first, fourth] = NETWORK_64.exec(client) ?? [];
  if (first === undefined || fourth === undefined) return client;
  return `${first}:${(Number.parseInt(fourth, 16) & 0xff00).toString(16)}::/56`;
}
