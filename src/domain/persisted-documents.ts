/** Documents that clients name instead of sending them. */
export type PersistedDocuments = {
  /** The texts by id: in a manifest of graphql-codegen, the hash of each. */
  readonly byId: ReadonlyMap<string, string>;
  /** Whether keys may send no other document. */
  readonly isOnly: boolean;
};
