import { type Proof, type ProofCheck, signatureHeader } from '../domain/signature.ts';
import { DAY_MS } from '../domain/time.ts';
import type { LogRecord, RequestSignature } from './log-record.ts';

/** What a source tells: whatever it is, it is never a reason to refuse a record. */
export type ToldSignature = {
  readonly signature: unknown;
  readonly signatureInput: unknown;
  readonly signatureAgent: unknown;
  /** "https" if it is left out: servers behind a proxy do not know it. */
  readonly scheme?: unknown;
  readonly durationMs?: number;
};

/** The signature of a request; undefined if it has none, which is so if it has neither of the two headers. */
export function readSignature(told: ToldSignature): RequestSignature | undefined {
  const signature = headerOf(told.signature);
  const signatureInput = headerOf(told.signatureInput);
  if (signature === undefined && signatureInput === undefined) return undefined;
  const { scheme, durationMs = 0 } = told;
  return {
    signature,
    signatureInput,
    signatureAgent: headerOf(told.signatureAgent),
    scheme: typeof scheme === 'string' && scheme.toLowerCase() === 'http' ? 'http' : 'https',
    durationMs: durationMs > 0 && durationMs <= DAY_MS ? durationMs : 0,
  };
}

/** Servers log "-" for a header that a request does not have. */
function headerOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '-' ? signatureHeader(value) : undefined;
}

/** What the signature of a request proves; undefined for one without a signature. */
export function proofOfRecord(record: LogRecord, proofOf: ProofCheck): Proof | undefined {
  if (record.signed === undefined) return undefined;
  const { timeMs, method, host, target, userAgent, referrer } = record;
  const { durationMs, ...signed } = record.signed;
  return proofOf({ ...signed, sentAtMs: timeMs - durationMs, method, host, target, userAgent, referrer });
}
