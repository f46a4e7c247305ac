import type { Problem } from './problem.ts';

type Divided = { readonly ofPage?: Problem; readonly ofSheets?: Problem };

type Answered = {
  readonly problem?: Problem | undefined;
  /** The paths of the fields that were refused; of an answer, those of what was read. */
  readonly refused?: readonly string[] | undefined;
  readonly read?: { readonly refused: readonly string[] } | undefined;
};

/** Where the problem stands: in the sheets if all that is missing belongs to their fields, such as `site.stats`. */
export function divide(
  { problem, read, refused = read?.refused }: Answered,
  sheets: readonly string[],
): Divided {
  if (!problem) return {};
  const isPartial = problem.kind === 'limited' || problem.kind === 'refused';
  const isOfSheet = (path: string) => sheets.some((field) => path === field || path.startsWith(`${field}.`));
  return isPartial && refused && refused.length > 0 && refused.every(isOfSheet)
    ? { ofSheets: problem }
    : { ofPage: problem };
}

/** The problem that a sheet with a question of its own shows: a refusal. The page shows all others, such as a lost connection. */
export const ofOwnSheet = (problem: Problem | undefined): Problem | undefined =>
  problem?.kind === 'limited' || problem?.kind === 'refused' ? problem : undefined;
