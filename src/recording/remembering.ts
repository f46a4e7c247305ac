/**
 * Caches the results of `find`, since logs repeat a few agents and referrers a million times. Holds texts of at most twice
 * `maxBytes`, and forgets one that did not occur among the new ones that last filled `maxBytes`. The result of `find` must
 * depend on its text only.
 */
export function remembering<Answer extends object | string | boolean>(
  find: (text: string) => Answer,
  maxBytes = 2_097_152,
): (text: string) => Answer {
  let recent = new Map<string, Answer>();
  let older: ReadonlyMap<string, Answer> = new Map();
  let bytes = 0;
  return (text) => {
    if (text.length > MAX_TEXT_LENGTH) return find(text);
    const known = recent.get(text);
    if (known !== undefined) return known;
    const answer = older.get(text) ?? find(text);
    const size = bytesHeldBy(text);
    if (bytes + size > maxBytes) {
      older = recent;
      recent = new Map();
      bytes = 0;
    }
    bytes += size;
    recent.set(detached(text), answer);
    return answer;
  };
}

/** Longer texts are rare, most of them hostile, and not worth the memory. */
const MAX_TEXT_LENGTH = 512;

/** What a text and its result take, roughly. */
export function bytesHeldBy(text: string): number {
  return 256 + 2 * text.length;
}

/** A copy: a substring of a line would keep the whole chunk in memory. */
function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
