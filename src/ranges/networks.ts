import { parseAddress } from './address.ts';
import { type Prefix, parseNetwork } from './prefix.ts';
import { createRangeSet } from './range-set.ts';

/** Whether a text is an address or a network, such as `192.0.2.7`, `192.0.2.0/24` or `2001:db8::/32`. */
export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== undefined;
}

/** Returns a test for whether an address, as a log or a header has it, is in one of the networks. What is no network has none. */
export function createNetworkCheck(networks: readonly string[]): (address: string) => boolean {
  const prefixes = networks.map(parseNetwork).filter((one): one is Prefix => one !== undefined);
  const ranges = createRangeSet(prefixes);
  return (text) => {
    const address = parseAddress(text);
    return address !== undefined && ranges.has(address);
  };
}
