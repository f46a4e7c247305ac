import { invalidParameter } from '../domain/refusal.ts';

const VISIBLE = /^[\x21-\x7e]{1,255}$/;
const QUOTED = /^"((?:[\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/**
 * The key of an Idempotency-Key header, a structured string as in draft-ietf-httpapi-idempotency-key-header or bare;
 * undefined without the header. INVALID_PARAMETER unless it is 1 to 255 visible ASCII characters.
 */
export function parseIdempotencyKey(header: string | null): string | undefined {
  if (header === null) return undefined;
  const key = header.startsWith('"') ? QUOTED.exec(header)?.[1]?.replace(/\\(.)/g, '$1') : header;
  if (key !== undefined && VISIBLE.test(key)) return key;
  throw invalidParameter('Idempotency-Key', header, '1 to 255 visible ASCII characters, in quotes or bare');
}
