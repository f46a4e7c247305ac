import { type JsonWebKey, createPrivateKey, createPublicKey } from 'node:crypto';
import type { Holder, HoldersOf } from '../../src/signatures/key-holders.ts';

/** The example keys of RFC 9421: `test-key-ed25519` (B.1.4) and `test-key-rsa-pss` (B.1.2). */
const ED25519: JsonWebKey = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
  d: 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU',
};

const RSA_PSS: JsonWebKey = {
  kty: 'RSA',
  e: 'AQAB',
  n: 'r4tmm3r20Wd_PbqvP1s2-QEtvpuRaV8Yq40gjUR8y2Rjxa6dpG2GXHbPfvMs8ct-Lh1GH45x28Rw3Ry53mm-oAXjyQ86OnDkZ5N8lYbggD4O3w6M6pAvLkhk95AndTrifbIFPNU8PPMO7OyrFAHqgDsznjPFmTOtCEcN2Z1FpWgchwuYLPL-Wokqltd11nqqzi-bJ9cvSKADYdUAAN5WUtzdpiy6LbTgSxP7ociU4Tn0g5I6aDZJ7A8Lzo0KSyZYoA485mqcO0GVAdVw9lq4aOT9v6d-nb4bnNkQVklLQ3fVAvJm-xdDOp9LCNCN48V2pnDOkFV6-U9nV5oyc6XI2w',
};

/** Their thumbprints (RFC 7638), as the draft of Web Bot Auth has them. */
export const ED25519_ID = 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U';
export const RSA_PSS_ID = 'oD0HwocPBSfpNy5W3bpJeyFGY_IQ_YpqxSjQ3Yd-CLA';

export const ED25519_PRIVATE = createPrivateKey({ key: ED25519, format: 'jwk' });

export function ed25519Of(host: string): Holder {
  return { host, algorithm: 'ed25519', key: createPublicKey(ED25519_PRIVATE) };
}

export function rsaPssOf(host: string): Holder {
  return { host, algorithm: 'rsa-pss-sha512', key: createPublicKey({ key: RSA_PSS, format: 'jwk' }) };
}

/** Both keys, in the directories of these hosts. */
export function heldBy(...hosts: string[]): HoldersOf {
  const held = new Map([
    [ED25519_ID, hosts.map(ed25519Of)],
    [RSA_PSS_ID, hosts.map(rsaPssOf)],
  ]);
  return (keyid) => held.get(keyid) ?? [];
}
