import type { OverviewQueryVariables } from '../generated/graphql.ts';
import { type View, comparisonOf } from '../time/range.ts';

/** What the overview of a site asks for. */
export function variablesOf(id: string, view: View): OverviewQueryVariables {
  const { start, end, hourly } = view;
  const compare = comparisonOf(view);
  const granularity = hourly ? 'HOUR' : 'DAY';
  return { id, start, end, granularity, compare: compare ?? null, compares: compare !== undefined };
}
