import type { ExecutionResult } from 'graphql';

/** JSON that is written already. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** For whoever writes it as a part of other JSON without `stringifyResult`. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** A result whose data is written already. */
export type WrittenResult = Omit<ExecutionResult, 'data'> & { readonly data?: JsonText | null };

/** The text that JSON.stringify makes of a result, without reading again what is written already. */
export function stringifyResult(result: object): string {
  let text = '';
  for (const [name, value] of Object.entries(result)) {
    const written = value instanceof JsonText ? value.text : stringify(value);
    if (written !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${written}`;
  }
  return `{${text}}`;
}

/** Undefined for what JSON leaves out, such as functions. */
function stringify(value: unknown): string | undefined {
  return JSON.stringify(value);
}

/** The text of a value, or null; it may be on its way. */
export type Written = string | null | Promise<string | null>;

/** The text of an object or a list, of whose values some may be on their way. */
export class JsonWriter {
  #text: string;
  #parts: (string | Promise<string | null>)[] | undefined;

  constructor(opening: string) {
    this.#text = opening;
  }

  get waits(): boolean {
    return this.#parts !== undefined;
  }

  /** Adds a value after what stands before it, such as its name. */
  add(before: string, value: Written): void {
    if (typeof value === 'string') this.#text += before + value;
    else if (value === null) this.#text += `${before}null`;
    else {
      (this.#parts ??= []).push(this.#text + before, value);
      this.#text = '';
    }
  }

  /** The whole text, in the turn in which its last value is there. Rejects with the first value that does. */
  end(closing: string): string | Promise<string> {
    const text = this.#text + closing;
    return this.#parts === undefined ? text : joined([...this.#parts, text]);
  }
}

/** As Promise.all and `join`, but without a turn of its own: errors have to come in the order of graphql-js. */
function joined(parts: readonly (string | Promise<string | null>)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const texts: string[] = [];
    let left = 0;
    for (const [index, part] of parts.entries()) {
      if (typeof part === 'string') {
        texts[index] = part;
        continue;
      }
      left++;
      void part.then((text) => {
        texts[index] = text ?? 'null';
        if (--left === 0) resolve(concatenated(texts));
      }, reject);
    }
  });
}

/** Without a copy of long texts for each object around them, which `join` would make. */
function concatenated(texts: readonly string[]): string {
  return texts.reduce((whole, text) => whole + text);
}
