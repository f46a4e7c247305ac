import type { Problem } from '../answers/problem.ts';
import { formatCount } from '../numbers.ts';
import { type View, countPoints } from '../time/range.ts';

/** The most points of a document. */
const MOST = 10_000;

/**
 * A refusal of more points than a document can have, in words for those who look at a chart: what the server says is for
 * programs, which have other ways.
 */
export function inWordsOfChart(problem: Problem | undefined, view: View): Problem | undefined {
  const count = countPoints(view);
  if (problem?.kind !== 'refused' || problem.code !== 'INVALID_PARAMETER' || count <= MOST) return problem;
  const points = view.hourly ? 'hours' : 'days';
  const message = `The chart has room for ${formatCount(MOST)} ${points}, and these are ${formatCount(count)}.`;
  return { ...problem, message };
}
