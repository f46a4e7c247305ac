import { GraphQLError } from 'graphql';
import { VALUES_IN_A_TURN } from './turns.ts';

/** The most that one response may hold. */
export type AnswerBounds = {
  readonly values: number;
  readonly bytes: number;
  /** Values of one item, in all selections of its list together. */
  readonly valuesOfAnItem: number;
  /** Values that describe the schema. */
  readonly introspected: number;
  /** Fields that may fail; one more refuses the whole response. */
  readonly errors: number;
  /** How the service refuses a response that would hold more. */
  readonly refuse: (message: string) => Error;
};

/** The characters around a value: the quotes of its name, a colon and a comma. */
const PUNCTUATION = 4;
const LONGEST_NUMBER = 24;

/** Characters of which JSON writes one byte each. */
const PLAIN = /^[ !#-[\]-~]*$/;

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
  #introspected = 0;
  #endOfTurn = VALUES_IN_A_TURN;

  constructor(bounds: AnswerBounds) {
    this.#bounds = bounds;
  }

  /** Whether other work of the process should get its turn, before more values are added. */
  get isTurnOver(): boolean {
    return this.#values >= this.#endOfTurn;
  }

  beginTurn(): void {
    this.#endOfTurn = this.#values + VALUES_IN_A_TURN;
  }

  /** Counts values of the response. Throws AnswerTooLarge once it holds too much. */
  add(values: number, bytes: number): void {
    this.#values += values;
    this.#bytes += bytes;
    if (this.#values > this.#bounds.values || this.#bytes > this.#bounds.bytes) throw tooLarge(this.#bounds);
  }

  /** Counts values of introspection, which only the schema and the document decide. */
  addIntrospected(values: number): void {
    this.#introspected += values;
    if (this.#introspected > this.#bounds.introspected) throw tooMuchIntrospection(this.#bounds);
  }

  addLeaf(value: unknown): void {
    this.add(0, typeof value === 'string' ? bytesOf(value) : LONGEST_NUMBER);
  }
}

function bytesOf(text: string): number {
  return PLAIN.test(text) ? text.length + 2 : Buffer.byteLength(JSON.stringify(text));
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

/** Refuses a response because of how much it selects of each item of a list. */
export function tooManyOfAnItem(bounds: AnswerBounds, values: number): AnswerTooLarge {
  const message =
    `The document selects ${values} values of each item of a list, counting every alias of the list; ` +
    `the limit is ${bounds.valuesOfAnItem}. Select fewer fields of it, or each only once.`;
  return new AnswerTooLarge(bounds, message);
}

function tooMuchIntrospection(bounds: AnswerBounds): AnswerTooLarge {
  const message = `Introspection would return more than ${bounds.introspected} values. Select fewer fields of it.`;
  return new AnswerTooLarge(bounds, message);
}
