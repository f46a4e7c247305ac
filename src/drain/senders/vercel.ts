import { timingSafeEqual } from 'node:crypto';
import type { DrainSettings } from '../../domain/drain-settings.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Headers } from '../../http/answer.ts';
import { LINES } from './lines.ts';
import type { DrainHead, SenderRules } from './sender.ts';

const SIGNATURE = 'x-vercel-signature';

/**
 * Vercel's log drains: an array or NDJSON, with several records of one request.
 *
 * @see https://vercel.com/docs/drains/reference/logs
 */
export const VERCEL: SenderRules = { ...LINES, name: 'vercel' };

export function isFromVercel({ headers }: DrainHead): boolean {
  return headers.has(SIGNATURE);
}

/**
 * Throws INVALID_KEY unless the batch is signed with the secret of the drain: HMAC-SHA1 of the body, in hex. Vercel does not
 * say whether it signs before it compresses, so either counts. Without a secret nothing is required.
 *
 * @see https://vercel.com/docs/drains/security
 */
export function requireSignature(
  { headers }: DrainHead,
  secret: string | undefined,
  signatures: readonly string[],
): void {
  if (secret === undefined) return;
  const sent = Buffer.from(headers.get(SIGNATURE) ?? '');
  const isSame = (signature: string) =>
    sent.length === signature.length && timingSafeEqual(sent, Buffer.from(signature));
  if (signatures.some(isSame)) return;
  const was = sent.length === 0 ? 'is missing' : 'is wrong';
  throw new Refusal('INVALID_KEY', {
    message: `The header ${SIGNATURE} ${was}: this drain takes batches only with the signature of its secret.`,
  });
}

/** What Vercel looks for in every answer before it uses an address. */
export function verification({ verifyCode }: DrainSettings): Headers {
  return verifyCode === undefined ? {} : { 'x-vercel-verify': verifyCode };
}
