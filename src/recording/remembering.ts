/**
 * Caches the results of `find`, since logs repeat a few agents and referrers a million times. Holds at most twice
 * `maxTexts` results, and forgets a text that did not occur among the last `maxTexts` new ones. The result of `find`
 * must depend on its text only.
 */
export function remembering<Answer extends object | string | boolean>(
  find: (text: string) => Answer,
  maxTexts = 5_000,
): (text: string) => Answer {
  let recent = new Map<string, Answer>();
  let older: ReadonlyMap<string, Answer> = new Map();
  return (text) => {
    if (text.length > MAX_TEXT_LENGTH) return find(text);
    const known = recent.get(text);
    if (known !== undefined) return known;
    const answer = older.get(text) ?? find(text);
    if (recent.size >= maxTexts) {
      older = recent;
      recent = new Map();
    }
    recent.set(detached(text), answer);
    return answer;
  };
}

/** Longer texts are rare, most of them hostile, and not worth the memory. */
const MAX_TEXT_LENGTH = 512;

/** A copy: a substring of a line would keep the whole chunk in memory. */
function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
