import type { Proof, ProofCheck, SignedRequest } from '../domain/signature.ts';
import type { Holder, HoldersOf } from './key-holders.ts';
import { namedHosts } from './named-hosts.ts';
import { type ReadSignature, readSignatures } from './read-signatures.ts';
import { holds, signatureBase } from './signature-base.ts';

const LONGEST_WINDOW_S = 86_400;

/** How far the clock of a signer may be from ours. */
const CLOCKS_S = 60;

/**
 * Verifies signatures of Web Bot Auth by the keys that are held. One after the other: form, parameters, coverage, length of
 * the window, key, what we were told, the signature, its time. Of several signatures the best counts.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9421
 * @see https://datatracker.ietf.org/doc/draft-meunier-web-bot-auth-architecture/
 */
export function createProofCheck(holdersOf: HoldersOf): ProofCheck {
  return (request) => {
    if (request.signature === undefined && request.signatureInput === undefined) return undefined;
    const proofs = readSignatures(request).map((read) =>
      read ? proofOf(read, request, holdersOf) : INVALID,
    );
    const rank = ({ state }: Proof) => RANKS.indexOf(state);
    return proofs.toSorted((one, other) => rank(one) - rank(other))[0] ?? INVALID;
  };
}

/** The best first. */
const RANKS = ['valid', 'expired', 'unchecked', 'unknown-key', 'invalid'] satisfies Proof['state'][];

const INVALID: Proof = { state: 'invalid', signer: null };

function proofOf(read: ReadSignature, request: SignedRequest, holdersOf: HoldersOf): Proof {
  if (!isWindow(read)) return INVALID;
  const holder = holderFor(read, request, holdersOf(read.keyid));
  if (typeof holder === 'string') return { state: holder, signer: null };
  const base = signatureBase(read, request);
  if (typeof base === 'string') return { state: base, signer: null };
  if (!holds(holder, base.signed, read.bytes)) return INVALID;
  return isInTime(read, request.sentAtMs)
    ? { state: 'valid', signer: holder.host }
    : { state: 'expired', signer: null };
}

function isWindow({ created, expires }: ReadSignature): boolean {
  return expires >= created && expires - created <= LONGEST_WINDOW_S;
}

function isInTime({ created, expires }: ReadSignature, sentAtMs: number): boolean {
  const sentAt = sentAtMs / 1000;
  return sentAt >= created - CLOCKS_S && sentAt <= expires + CLOCKS_S;
}

/** Whose key it is. Anybody can copy a public key into a directory, so of several hosts the one counts that is named. */
function holderFor(
  { components, algorithm }: ReadSignature,
  request: SignedRequest,
  holders: readonly Holder[],
): Holder | 'unknown-key' | 'invalid' {
  if (holders.length === 0) return 'unknown-key';
  const named = holders.length === 1 ? [] : namedHosts(request, components);
  const [holder, ...others] =
    holders.length === 1 ? holders : holders.filter(({ host }) => named.includes(host));
  if (!holder || others.length > 0) return 'invalid';
  return algorithm === undefined || algorithm === holder.algorithm ? holder : 'invalid';
}
