import { type AnswerBounds, AnswerTooLarge } from './answer-size.ts';
import type { GraphQLError, GraphQLResolveInfo } from 'graphql';

/** The path of a value in the response. */
export type Path = GraphQLResolveInfo['path'];

/** The errors of one run. Like graphql-js, it leaves out errors of places that an earlier error made null. */
export class FieldErrors {
  readonly found: GraphQLError[] = [];
  readonly #bounds: AnswerBounds;
  readonly #places = new Set<Path | undefined>();

  constructor(bounds: AnswerBounds) {
    this.#bounds = bounds;
  }

  /** Whether one more error would be too many: the whole response is refused then. */
  get isFull(): boolean {
    return this.found.length >= this.#bounds.errors;
  }

  tooMany(): AnswerTooLarge {
    const message = `More than ${this.#bounds.errors} fields of the response failed. Select fewer fields.`;
    return new AnswerTooLarge(this.#bounds, message);
  }

  /** Without a path, the error is of the whole response. */
  add(error: GraphQLError, path: Path | undefined): void {
    if (this.#isNull(path)) return;
    this.#places.add(path);
    this.found.push(error);
  }

  #isNull(path: Path | undefined): boolean {
    for (let place = path; place !== undefined; place = place.prev) {
      if (this.#places.has(place)) return true;
    }
    return this.#places.has(undefined);
  }
}
