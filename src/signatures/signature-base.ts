import { constants, verify } from 'node:crypto';
import { serializeInnerList } from 'structured-headers';
import type { SignedRequest } from '../domain/signature.ts';
import { coveredValue } from './covered-value.ts';
import type { Holder } from './key-holders.ts';
import type { ReadSignature } from './read-signatures.ts';

/** What is signed (RFC 9421, section 2.5). */
export function signatureBase(
  { components, input }: Pick<ReadSignature, 'components' | 'input'>,
  request: SignedRequest,
): { readonly signed: Buffer } | 'unchecked' | 'invalid' {
  const lines: string[] = [];
  let isTold = true;
  for (const component of components) {
    const covered = coveredValue(component, request);
    if (covered === 'invalid') return covered;
    if (covered === 'unchecked') isTold = false;
    else lines.push(`${component.identifier}: ${covered.value}`);
  }
  if (!isTold) return 'unchecked';
  lines.push(`"@signature-params": ${serializeInnerList(input)}`);
  return { signed: Buffer.from(lines.join('\n')) };
}

/** Whether the key has signed these octets. */
export function holds(
  { key, algorithm }: Pick<Holder, 'key' | 'algorithm'>,
  signed: Buffer,
  signature: Uint8Array,
): boolean {
  if (algorithm === 'ed25519') return verify(null, signed, key, signature);
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  return verify('sha512', signed, { key, padding, saltLength: 64 }, signature);
}
