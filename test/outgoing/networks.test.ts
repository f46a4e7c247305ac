import { describe, expect, it } from 'vitest';
import { type Reach, reachOf } from '../../src/outgoing/networks.ts';

/** The first and last address of each block of IANA's registries, and the neighbours that are public. */
const ADDRESSES: readonly (readonly [reach: Reach, ...addresses: readonly string[]])[] = [
  ['special', '0.0.0.0', '0.255.255.255'],
  ['public', '1.0.0.0', '9.255.255.255', '11.0.0.0'],
  ['private', '10.0.0.0', '10.255.255.255'],
  ['private', '100.64.0.0', '100.127.255.255'],
  ['public', '100.63.255.255', '100.128.0.0'],
  ['private', '127.0.0.0', '127.255.255.255'],
  ['private', '169.254.0.0', '169.254.169.254', '169.254.255.255'],
  ['private', '172.16.0.0', '172.31.255.255'],
  ['public', '172.15.255.255', '172.32.0.0'],
  ['special', '192.0.0.0', '192.0.0.255', '192.0.2.0', '192.0.2.255', '192.88.99.1'],
  ['public', '192.0.1.0', '192.0.3.0', '192.88.98.255', '192.88.100.0'],
  ['private', '192.168.0.0', '192.168.255.255'],
  ['special', '198.18.0.0', '198.19.255.255', '198.51.100.7', '203.0.113.7'],
  ['public', '198.17.255.255', '198.20.0.0', '223.255.255.255'],
  ['special', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ['special', '::', '::7f00:1', '::10.0.0.1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '100::1', '5f00::1'],
  ['private', '::1', 'fc00::1', 'fdff:ffff::1', 'fe80::1', 'febf::1', 'fe80::1%eth0'],
  ['special', 'fec0::1', 'ff02::1', '4000::1', 'fbff::1'],
  ['special', '2001::1', '2001:1ff::1', '2001:db8::1', '2002:a00:1::1', '3fff::1', '3fff:fff::1'],
  ['public', '2001:200::1', '2001:db9::1', '2003::1', '2606:4700::1111', '3ffe::1', '3fff:1000::1'],
  ['private', '::ffff:10.0.0.1', '::ffff:a00:1', '0:0:0:0:0:ffff:7f00:1', '::FFFF:169.254.169.254'],
  ['special', '::ffff:0.0.0.0', '::ffff:224.0.0.1'],
  ['public', '::ffff:8.8.8.8', '::ffff:808:808'],
];

describe('an address', () => {
  it.each(ADDRESSES.flatMap(([reach, ...some]) => some.map((address) => [address, reach] as const)))(
    '%s is %s',
    (address, reach) => {
      expect(reachOf(address)).toBe(reach);
    },
  );
});
