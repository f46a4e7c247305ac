import type { Prefix } from './prefix.ts';

/** The ranges from which some bots of an operator come, as the operator publishes them. */
export type RangeList = {
  readonly operator: string;
  /** The names of the bots; none if the list is of bots that are not in the catalogue. */
  readonly bots: readonly string[];
  /** Where the operator publishes the list; null if it publishes none. */
  readonly address: string | null;
  /** When the list was retrieved; null if it never was. */
  readonly retrievedAtMs: number | null;
  /** None if the list was never retrieved. */
  readonly prefixes: readonly Prefix[];
};
