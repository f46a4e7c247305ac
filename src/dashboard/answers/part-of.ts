import type { Problem } from './problem.ts';

type Answered = { readonly read?: unknown; readonly problem?: Problem | undefined };

/** A field of what was read: undefined while it loads, null if it was refused. */
export const partOf = <Part>(
  { read, problem }: Answered,
  part: Part | null | undefined,
): Part | null | undefined => part ?? ((read ?? problem) ? null : undefined);
