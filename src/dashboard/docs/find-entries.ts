/** What the search finds, and where it leads. */
export type SearchEntry = { readonly name: string; readonly note: string; readonly href: string };

/** The entries whose names and notes contain all words, in any order, those that begin with the text first; at most 30. */
export function findEntries(entries: readonly SearchEntry[], text: string): readonly SearchEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const isFound = ({ name, note }: SearchEntry) => {
    const searched = `${name} ${note}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  };
  const begins = ({ name }: SearchEntry) => name.toLowerCase().startsWith(words[0] ?? '');
  const found = entries.filter(isFound);
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))].slice(0, 30);
}
