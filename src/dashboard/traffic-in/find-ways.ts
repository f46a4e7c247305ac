import type { Way } from './ways/way.ts';

/** The ways in whose names or words each word of the text begins one: `shop` finds what is for Shopify. */
export function findWays(ways: readonly Way[], text: string): readonly Way[] {
  const wanted = wordsIn(text);
  return ways.filter(({ name, hint, words }) => {
    const known = wordsIn(`${name} ${hint} ${words}`);
    return wanted.every((word) => known.some((other) => other.startsWith(word)));
  });
}

const wordsIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
