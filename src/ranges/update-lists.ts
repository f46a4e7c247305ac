import {
  OPERATORS_WITHOUT_LISTS,
  PUBLISHED_LISTS,
  type PublishedList,
  botsOfOperator,
} from '../catalogue/range-lists.ts';
import { parsePublishedList } from './published-list.ts';
import type { RangeList } from './range-list.ts';

/** Gets the text of the list at an address. Rejects with an Error that says why there is none. */
export type ListSource = (address: string) => Promise<string>;

export type UpdatedList = {
  readonly list: RangeList;
  /** Why the list could not be retrieved. The previous one is kept. */
  readonly failure?: string;
};

/**
 * Retrieves the lists of the catalogue. A list that cannot be retrieved or parsed keeps what the previous lists have from
 * its address. The operators that publish none come last, with an empty list each.
 */
export async function updateLists(
  previous: readonly RangeList[],
  source: ListSource,
  nowMs: number,
): Promise<readonly UpdatedList[]> {
  const updated = PUBLISHED_LISTS.map(async (published): Promise<UpdatedList> => {
    try {
      const prefixes = parsePublishedList(await source(published.address), published.shape);
      return { list: { ...namesOf(published), retrievedAtMs: nowMs, prefixes } };
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      return { list: { ...namesOf(published), ...contentOf(previous, published) }, failure };
    }
  });
  return [...(await Promise.all(updated)), ...OPERATORS_WITHOUT_LISTS.map(withoutList)];
}

function namesOf({ operator, bots, address }: PublishedList) {
  return { operator, bots, address };
}

function contentOf(previous: readonly RangeList[], { address }: PublishedList) {
  const { retrievedAtMs = null, prefixes = [] } = previous.find((list) => list.address === address) ?? {};
  return { retrievedAtMs, prefixes };
}

function withoutList(operator: string): UpdatedList {
  return {
    list: { operator, bots: botsOfOperator(operator), address: null, retrievedAtMs: null, prefixes: [] },
  };
}
