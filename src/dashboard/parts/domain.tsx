import { readableDomain } from './domain-text.ts';

/** A domain in letters, with its punycode on hover if it has one. Where one is typed, show it as it was recorded. */
export function Domain({ domain }: { readonly domain: string }) {
  const text = readableDomain(domain);
  return <bdi title={text === domain ? undefined : domain}>{text}</bdi>;
}
