import type { Attempted, FailureLimit } from './failure-limit.ts';

/** A limit, and whose attempts it counts. */
export type Counted = readonly [limit: FailureLimit, client: string];

/** Makes an attempt that several limits allow, the widest of them first. A failure counts in all of them. */
export async function attemptWithin<Result>(
  [first, ...others]: readonly Counted[],
  make: () => Promise<Result>,
  hasFailed: (result: Result) => boolean,
): Promise<Attempted<Result>> {
  if (first === undefined) return { result: await make() };
  const [limit, client] = first;
  const attempted = await limit.attempt(
    client,
    () => attemptWithin(others, make, hasFailed),
    (made) => 'result' in made && hasFailed(made.result),
  );
  return 'result' in attempted ? attempted.result : attempted;
}
