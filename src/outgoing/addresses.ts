import { type LookupFunction, isIP } from 'node:net';
import { bareHost, problemOfAddress } from './address-rules.ts';
import { type Address, type Lookup, createLookup } from './look-up.ts';
import { NoResponse, orAborted } from './no-response.ts';

export type Addresses = readonly [Address, ...Address[]];

export type Guard = {
  /** Whether private networks may be reached, and these by http. */
  readonly allowsPrivate: boolean;
  readonly lookup?: Lookup | undefined;
};

/**
 * The addresses to connect to, of a host that is hostile until shown otherwise. Its name is looked up once, and every
 * address must be allowed: which one is taken is chance. Throws NoResponse, and once the signal aborts.
 */
export async function judgedAddresses(
  url: URL,
  { allowsPrivate, lookup = createLookup(allowsPrivate) }: Guard,
  signal: AbortSignal,
): Promise<Addresses> {
  const host = bareHost(url);
  const family = isIP(host);
  const [first, ...others] =
    family === 0 ? await orAborted(signal, lookup(host, signal)) : [{ address: host, family }];
  if (first === undefined) throw new NoResponse(`the name ${host} has no address`);
  for (const { address } of [first, ...others]) {
    const problem = problemOfAddress(address, { allowsPrivate, isEncrypted: url.protocol === 'https:' });
    if (problem !== undefined) throw new NoResponse(`${host} leads to ${problem}`);
  }
  return [first, ...others];
}

/** Connects to an address that was judged, whatever the name leads to by now: to the next one if one is not reached. */
export function fixed(addresses: Addresses): LookupFunction {
  const [{ address, family }] = addresses;
  return (_, { all }, done) => {
    if (all === true) done(null, [...addresses]);
    else done(null, address, family);
  };
}
