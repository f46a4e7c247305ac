import { isIPv4, isIPv6 } from 'node:net';
import { bareAddress } from '../domain/bare-address.ts';

/** An address of the public Internet, in the form that a country database expects. */
export type PublicAddress = { readonly version: 4 | 6; readonly text: string };

/**
 * Parses an address from a log or a header. It may have brackets, a port or a zone id; an IPv4-mapped IPv6 address
 * (::ffff:192.0.2.1) gives the IPv4 address. Undefined for malformed, private and special addresses (IANA's registries
 * of special-purpose addresses).
 */
export function readPublicAddress(text: string): PublicAddress | undefined {
  const bare = bareAddress(text);
  if (bare === undefined) return undefined;
  if (isIPv4(bare)) return publicIPv4(bare);
  if (!isIPv6(bare)) return undefined;
  const mapped = MAPPED.exec(bare)?.[1];
  if (mapped !== undefined) return publicIPv4(mapped.includes('.') ? mapped : dotted(mapped));
  return GLOBAL_IPV6.test(bare) && !SPECIAL_IPV6.test(bare) ? { version: 6, text: bare } : undefined;
}

function publicIPv4(text: string): PublicAddress | undefined {
  return SPECIAL_IPV4.test(text) ? undefined : { version: 4, text };
}

/** This network, private, shared, loopback, link-local, protocols, documentation, benchmarks, multicast, reserved. */
const SPECIAL_IPV4 =
  /^(?:0|10|127|22[4-9]|2[345]\d)\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^192\.(?:0\.[02]|168|88\.99)\.|^198\.(?:1[89]|51\.100)\.|^203\.0\.113\./;

/** 2000::/3, the only block from which addresses are assigned. */
const GLOBAL_IPV6 = /^[23][\da-f]{3}:/i;

/** Documentation: 2001:db8::/32 and 3fff::/20. */
const SPECIAL_IPV6 = /^2001:0?db8:|^3fff:0?[\da-f]{0,3}:/i;

const MAPPED = /^(?:::|(?:0{1,4}:){1,5}:?)ffff:([\d.]+|[\da-f]{1,4}:[\da-f]{1,4})$/i;

/** `808:808` is 8.8.8.8. */
function dotted(groups: string): string {
  return groups
    .split(':')
    .map((group) => parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}
