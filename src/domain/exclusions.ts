/** A site's own traffic, which is not recorded. */
export type Exclusions = {
  /** Networks and single addresses: `203.0.113.0/24`, `2001:db8::7`. */
  readonly addresses: readonly string[];
  /** Patterns of paths, as those of conversion rules: `/admin/**`. */
  readonly paths: readonly string[];
};

export const NO_EXCLUSIONS: Exclusions = { addresses: [], paths: [] };

/** A site has few networks of its own. */
export const MAX_EXCLUDED_ADDRESSES = 50;
/** What each request of the site may be compared with. */
export const MAX_EXCLUDED_PATHS = 50;
/** Of all patterns together: a path may have to be compared with each of their characters. */
export const MAX_PATTERN_CHARACTERS = 2_000;

/** Whether a text is a pattern of paths. */
export function isPathPattern(text: string): boolean {
  return /^\/[^?#\p{Cc}]*$/u.test(text);
}

/** Whether both exclude the same, written alike. */
export function sameExclusions(one: Exclusions, other: Exclusions): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
