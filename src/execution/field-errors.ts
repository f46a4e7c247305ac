import type { GraphQLError, GraphQLResolveInfo } from 'graphql';

/** Where a value stands in the answer; undefined is the whole of it. */
export type Path = GraphQLResolveInfo['path'] | undefined;

/** The errors of one run, without those of places that an earlier error has made null, as graphql-js leaves them out. */
export class FieldErrors {
  readonly found: GraphQLError[] = [];
  readonly #places = new Set<Path>();

  add(error: GraphQLError, path: Path): void {
    if (this.#isNull(path)) return;
    this.#places.add(path);
    this.found.push(error);
  }

  #isNull(path: Path): boolean {
    for (let place = path; place !== undefined; place = place.prev) {
      if (this.#places.has(place)) return true;
    }
    return this.#places.has(undefined);
  }
}
