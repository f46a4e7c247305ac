/** An index of a table that may be large. */
export type Index = {
  readonly name: string;
  /** What follows the name in CREATE INDEX. */
  readonly on: string;
};

/**
 * The indexes that a migration would take too long to build, with nobody writing meanwhile. `migrate` builds those that
 * are missing after its transaction, while others read and write. An index that has landed keeps its definition: give
 * another one another name. On Citus the tables of sites are distributed, so an index here is not unique.
 */
export const INDEXES: readonly Index[] = [];
