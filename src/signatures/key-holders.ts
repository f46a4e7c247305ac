import type { KeyObject } from 'node:crypto';

/** The algorithms by which a signature may be verified, as `alg` names them (RFC 9421, section 6.2). */
export type Algorithm = 'ed25519' | 'rsa-pss-sha512';

/** A key, and the host whose directory has it. */
export type Holder = {
  readonly host: string;
  readonly key: KeyObject;
  readonly algorithm: Algorithm;
};

/** The directories that have the key of this thumbprint (RFC 7638); none if it is unknown. */
export type HoldersOf = (keyid: string) => readonly Holder[];
