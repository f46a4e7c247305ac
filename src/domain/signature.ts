/** What became of the signature of a request (Web Bot Auth: RFC 9421 and the draft of the working group). */
export const SIGNATURE_STATES = ['valid', 'expired', 'invalid', 'unknown-key', 'unchecked'] as const;

/**
 * - valid: it holds, and shows whose request it is
 * - expired: it holds but for its time
 * - unknown-key: no directory that we hold has its key
 * - unchecked: it covers something that we were not told
 * - invalid: any other that does not hold
 */
export type SignatureState = (typeof SIGNATURE_STATES)[number];

/** What the signature of a request proves. */
export type Proof = {
  readonly state: SignatureState;
  /** The host of the directory whose key verified it; null unless valid. */
  readonly signer: string | null;
};

/** The headers of a signature as they were sent. One that is absent, empty or too long is undefined. */
export type SignatureHeaders = {
  readonly signature: string | undefined;
  readonly signatureInput: string | undefined;
  readonly signatureAgent: string | undefined;
};

/** What a signature is verified by. What was not told is undefined. */
export type SignedRequest = SignatureHeaders & {
  /** When the request was sent, in milliseconds since 1970 UTC. */
  readonly sentAtMs: number;
  readonly method: string | undefined;
  /** "https" or "http". */
  readonly scheme: string;
  /** The authority, perhaps with a port. */
  readonly host: string | undefined;
  /** Path and query as sent. */
  readonly target: string | undefined;
  readonly userAgent: string | undefined;
  readonly referrer: string | undefined;
};

/** Verifies the signature of a request. Undefined for a request without one: that has neither of the two headers. */
export type ProofCheck = (request: SignedRequest) => Proof | undefined;

/** The longest header that is looked at, in octets. */
const LONGEST_HEADER = 4096;

/** The header of a signature as it was told: one that is empty or too long counts as absent. */
export function signatureHeader(value: string | undefined): string | undefined {
  if (value === undefined || value === '' || value.length > LONGEST_HEADER) return undefined;
  return Buffer.byteLength(value) > LONGEST_HEADER ? undefined : value;
}
