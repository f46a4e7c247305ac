/** Where a part of a list begins: the cursor of the row before it, if there is one, and the number of its first row. */
export type ListPlace = { readonly after: string; readonly from: number };

export const FIRST_PLACE: ListPlace = { after: '', from: 1 };

export function placeIn(query: URLSearchParams): ListPlace {
  const after = query.get('after') ?? '';
  const from = Number(query.get('from'));
  return after !== '' && Number.isSafeInteger(from) && from > 1 ? { after, from } : FIRST_PLACE;
}

/** The parameters of a place; none for the first one. */
export const paramsOfPlace = ({ after, from }: ListPlace): Readonly<Record<string, string>> =>
  after === '' ? {} : { from: String(from), after };
