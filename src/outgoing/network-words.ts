import { shortened } from '../domain/plain-text.ts';

const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ECONNREFUSED: 'the connection was refused',
    ECONNRESET: 'the connection was closed before the answer',
    ECONNECTION: 'the connection was closed before the answer',
    EPIPE: 'the connection was closed before the answer',
    ENOTFOUND: 'the name is unknown',
    EDNS: 'the name could not be looked up',
    EAI_AGAIN: 'the name could not be looked up',
    EHOSTUNREACH: 'the host cannot be reached',
    ENETUNREACH: 'the network cannot be reached',
    ETIMEDOUT: 'the connection took too long',
  }),
);

/** What `node:tls` calls a certificate that it does not believe. */
const CERTIFICATES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    CERT_HAS_EXPIRED: 'it has expired',
    CERT_NOT_YET_VALID: 'it is not valid yet',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by itself',
    ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
    SELF_SIGNED_CERT_IN_CHAIN: 'its authority is not known',
    UNABLE_TO_GET_ISSUER_CERT: 'its authority is not known',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its authority is not known',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its authority is not known',
  }),
);

/**
 * Why there was no answer, in words for the owner, of an error of `node:net`, `node:tls`, `node:http` or a library over them. The
 * message of the error is not in it: it may name addresses and files of the operator.
 */
export function wordsOf(error: unknown): string {
  const codes = codesOf(error);
  for (const code of codes) {
    const known = WORDS.get(code);
    if (known !== undefined) return known;
    const flaw = CERTIFICATES.get(code);
    if (flaw !== undefined) return `the certificate is not valid: ${flaw}`;
    if (code.startsWith('HPE_')) return 'the answer is not HTTP';
    if (code === 'EPROTO' || code === 'ETLS' || code.startsWith('ERR_SSL'))
      return 'TLS could not be agreed on';
    if (code.includes('CERT')) return `the certificate is not valid: ${shortened(code, 60)}`;
  }
  return `the connection failed${codes.length === 0 ? '' : `: ${shortened(codes.join(', '), 60)}`}`;
}

/** The most exact first: a library may keep the code of the system beside its own (`originalCode`). */
function codesOf(error: unknown): readonly string[] {
  const { code, originalCode } = error as { readonly code?: unknown; readonly originalCode?: unknown };
  return [originalCode, code].filter((one) => typeof one === 'string');
}
