import { readableDomain } from '../parts/domain-text.ts';
import type { FrameFragment } from '../generated/graphql.ts';

export type SwitchedSite = NonNullable<FrameFragment['sites']>[number];

/** Those that have the text in their name or domain, in the order given. */
export function findSites<Site extends Pick<SwitchedSite, 'name' | 'domain'>>(
  sites: readonly Site[],
  text: string,
): readonly Site[] {
  const wanted = text.trim().toLowerCase();
  return sites.filter(({ name, domain }) =>
    [name, domain, readableDomain(domain)].some((each) => each.toLowerCase().includes(wanted)),
  );
}

/** Whether a site has a name of its own, beside its domain. */
export const isNamed = ({ name, domain }: Pick<SwitchedSite, 'name' | 'domain'>): boolean => name !== domain;

/** The first letters of the first two words. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0).toUpperCase())
    .join('');
