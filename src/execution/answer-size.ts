import { GraphQLError } from 'graphql';

/** The most that one response may hold. */
export type AnswerBounds = {
  readonly values: number;
  readonly bytes: number;
  /** Fields that may fail; one more refuses the whole response. */
  readonly errors: number;
  /** How the service refuses a response that would hold more. */
  readonly refuse: (message: string) => Error;
};

/** The characters around a value: the quotes of its name, a colon and a comma. */
const PUNCTUATION = 4;
const LONGEST_NUMBER = 24;

/** Thrown for a field that goes beyond the bounds; the nearest nullable object above it becomes null. */
export class AnswerTooLarge extends GraphQLError {
  constructor({ refuse }: AnswerBounds, message: string) {
    super(message, { originalError: refuse(message), extensions: { http: { spec: true, status: 400 } } });
  }
}

/** What the response of one run holds so far. */
export class AnswerSize {
  readonly #bounds: AnswerBounds;
  #values = 0;
  #bytes = 0;

  constructor(bounds: AnswerBounds) {
    this.#bounds = bounds;
  }

  get values(): number {
    return this.#values;
  }

  /** Counts values of the response. Throws AnswerTooLarge once it holds too much. */
  add(values: number, bytes: number): void {
    this.#values += values;
    this.#bytes += bytes;
    if (this.#values > this.#bounds.values || this.#bytes > this.#bounds.bytes) throw tooLarge(this.#bounds);
  }

  addLeaf(value: unknown): void {
    if (typeof value === 'string') this.add(0, Buffer.byteLength(JSON.stringify(value)));
    else this.add(0, LONGEST_NUMBER);
  }
}

/** The bytes that the names of an object's fields take. */
export function bytesOfNames(fields: readonly { readonly name: string }[]): number {
  return fields.reduce((bytes, { name }) => bytes + name.length + PUNCTUATION, 0);
}

/** Refuses a response because of its size. */
export function tooLarge(bounds: AnswerBounds): AnswerTooLarge {
  const message =
    `The response would have more than ${bounds.values} values or ${bounds.bytes} bytes. ` +
    'Select fewer fields, a shorter range or smaller pages.';
  return new AnswerTooLarge(bounds, message);
}
