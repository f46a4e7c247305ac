import type { Dictionary } from 'structured-headers';
import type { SignedRequest } from '../domain/signature.ts';
import type { Component } from './covered-value.ts';
import { dictionaryOf, itemOf } from './structured-fields.ts';

/**
 * The hosts that Signature-Agent names, as far as the components cover it: it is a dictionary of addresses, of which a
 * signature may cover one member by its key, or in earlier drafts a single address.
 */
export function namedHosts(
  { signatureAgent }: SignedRequest,
  components: readonly Component[],
): readonly string[] {
  if (signatureAgent === undefined) return [];
  const members = membersOf(signatureAgent);
  return components
    .filter(({ name }) => name === 'signature-agent')
    .flatMap(({ parameters }) => {
      const key = parameters.get('key');
      return [...members].filter(([name]) => key === undefined || key === name);
    })
    .flatMap(([, [address]]) => hostOf(address) ?? []);
}

const NONE: Dictionary = new Map();

function membersOf(text: string): Dictionary {
  const item = itemOf(text);
  return item ? new Map([['', item]]) : (dictionaryOf(text) ?? NONE);
}

/** The host of an address such as "https://chatgpt.com". */
function hostOf(address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const { protocol, host } = new URL(address);
  return protocol === 'https:' ? host : undefined;
}
