/** One look at a time, however many ask: those that ask during a look share it. */
export function oneAtATime<Result>(look: () => Promise<Result>): () => Promise<Result> {
  let looking: Promise<Result> | undefined;
  return () => (looking ??= look().finally(() => (looking = undefined)));
}
