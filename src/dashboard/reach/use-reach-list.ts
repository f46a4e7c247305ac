import { useAnswer } from '../answers/use-answer.ts';
import { ReachPagesDocument } from '../generated/graphql.ts';
import type { ListPlace } from '../pages/places.ts';
import { usePlaces } from '../pages/use-places.ts';
import { REACH_EVERY_MS } from './reached.ts';
import type { ReachAsked, ReachView } from './reach-view.ts';

type ReadView = ReachView & { readonly state: Exclude<ReachView['state'], 'NOT_LISTED'> };

/** One part of the pages of a state. */
export function useReachList(
  asked: ReachAsked,
  { state, search, rows, after, from }: ReadView,
  go: (place: ListPlace, isReplaced?: boolean) => void,
) {
  const variables = { ...asked, state, search: search || null, first: rows, after: after || null };
  const answer = useAnswer(ReachPagesDocument, variables, REACH_EVERY_MS);
  const list = answer.read?.data.site?.reach?.list;
  const part = list && { count: list.nodes.length, endCursor: list.pageInfo.endCursor };
  const places = usePlaces({ answer, place: { after, from }, part, go });
  return { ...answer, ...places, list };
}
