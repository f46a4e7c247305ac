const LIST = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** `free or pro`; `a, b or c`. */
export function anyOf(words: readonly string[]): string {
  return LIST.format(words);
}
