/**
 * Answers as `find` does, but asks it only once for a text that keeps coming: logs repeat a few agents and
 * referrers a million times. At most twice `maxTexts` answers are held; what was not asked for in a whole round of
 * new texts is forgotten. `find` must depend on its text alone.
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

/** Longer texts are rare and most of them hostile: not worth the memory. */
const MAX_TEXT_LENGTH = 512;

/** A part of a line keeps all of the chunk that the line was read in alive; its copy does not. */
function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
