/** Values by text, the longest unused forgotten first once the texts together exceed a length. */
export type BoundedCache<Value> = {
  get(text: string): Value | undefined;
  set(text: string, value: Value): void;
};

/** Texts longer than a tenth of `maxCharacters` are not kept, lest one push out all others. */
export function createBoundedCache<Value>(maxCharacters: number): BoundedCache<Value> {
  const values = new Map<string, Value>();
  let characters = 0;

  function forget(text: string): void {
    if (values.delete(text)) characters -= text.length;
  }

  return {
    get(text) {
      const value = values.get(text);
      if (value === undefined) return undefined;
      values.delete(text);
      values.set(text, value);
      return value;
    },
    set(text, value) {
      if (text.length > maxCharacters / 10) return;
      forget(text);
      values.set(text, value);
      characters += text.length;
      for (const oldest of values.keys()) {
        if (characters <= maxCharacters) return;
        forget(oldest);
      }
    },
  };
}
