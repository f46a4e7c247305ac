import type { Exclusions } from '../domain/exclusions.ts';
import { createNetworkCheck } from '../ranges/networks.ts';
import { compilePathPattern } from './path-pattern.ts';

/** Whether a request, by the address of its client if that is known and by its page, is a site's own traffic. */
export type IsExcluded = (address: string | undefined, pagePath: string) => boolean;

/** The test for what a site excludes; undefined for a site that excludes nothing. */
export function compileExclusions(exclusions: Exclusions | undefined): IsExcluded | undefined {
  const { addresses, paths } = exclusions ?? { addresses: [], paths: [] };
  if (addresses.length === 0 && paths.length === 0) return undefined;
  const isOwnAddress = createNetworkCheck(addresses);
  const patterns = paths.map(compilePathPattern);
  return (address, pagePath) =>
    (address !== undefined && isOwnAddress(address)) || patterns.some((matches) => matches(pagePath));
}
