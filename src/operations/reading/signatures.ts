import type { SignatureState } from '../../domain/signature.ts';
import type { ProofCount } from '../../queries/signatures.ts';

/** The visits that one signer has signed, by the host of its directory. */
export type SignerCount = { readonly host: string; readonly visits: number };

/** The visits that carry a signature, by what became of it. */
export type SignatureCounts = Readonly<
  Record<'valid' | 'expired' | 'invalid' | 'unknownKey' | 'unchecked', number>
>;

/** The most signers that are listed: hardly any bot has two. */
const MAX_SIGNERS = 100;

/** The signers of visits, those of most visits first, then by host. */
export function signersOf(proofs: readonly ProofCount[]): readonly SignerCount[] {
  const signed = proofs.flatMap(({ signer, visits }) => (signer === null ? [] : [{ host: signer, visits }]));
  return signed.slice(0, MAX_SIGNERS);
}

export function signatureCountsOf(proofs: readonly ProofCount[]): SignatureCounts {
  const count = (of: SignatureState) =>
    proofs.reduce((sum, { state, visits }) => (state === of ? sum + visits : sum), 0);
  return {
    valid: count('valid'),
    expired: count('expired'),
    invalid: count('invalid'),
    unknownKey: count('unknown-key'),
    unchecked: count('unchecked'),
  };
}
