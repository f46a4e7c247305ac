import type { SignatureState } from '../domain/signature.ts';
import type { SignatureCounts, SignerCount } from '../operations/reading/signatures.ts';
import { builder } from './builder.ts';

export const SignatureStateType = builder.enumType('SignatureState', {
  description: 'What became of the signature of a request (Web Bot Auth: RFC 9421).',
  values: {
    VALID: { value: 'valid', description: 'It holds, and shows whose request it is.' },
    EXPIRED: { value: 'expired', description: 'It holds, but the request lies outside its time.' },
    INVALID: {
      value: 'invalid',
      description:
        'It does not hold, or is not as Web Bot Auth asks for. It proves nothing and changes nothing.',
    },
    UNKNOWN_KEY: { value: 'unknown-key', description: 'The service has no directory with its key.' },
    UNCHECKED: {
      value: 'unchecked',
      description: 'It covers a part of the request that the source did not tell.',
    },
  } satisfies Record<string, { readonly value: SignatureState; readonly description: string }>,
});

export const SignerCountType = builder.objectRef<SignerCount>('SignerCount').implement({
  description: 'The visits that one signer has signed.',
  fields: (t) => ({
    host: t.exposeString('host', { description: 'The host of its directory, such as "chatgpt.com".' }),
    visits: t.expose('visits', { type: 'SafeInt', description: 'The number of visits.' }),
  }),
});

export const SignatureCountsType = builder.objectRef<SignatureCounts>('SignatureCounts').implement({
  description: 'The visits that carry a signature, by what became of it.',
  fields: (t) => ({
    valid: t.expose('valid', { type: 'SafeInt', description: 'Those that are VALID.' }),
    expired: t.expose('expired', { type: 'SafeInt', description: 'Those that are EXPIRED.' }),
    invalid: t.expose('invalid', { type: 'SafeInt', description: 'Those that are INVALID.' }),
    unknownKey: t.expose('unknownKey', { type: 'SafeInt', description: 'Those of an UNKNOWN_KEY.' }),
    unchecked: t.expose('unchecked', { type: 'SafeInt', description: 'Those that are UNCHECKED.' }),
  }),
});
