import type { Arrival } from '../context.ts';

/** Runs an operation of a request, as a part of its trace if there is one. */
export function inOperation<Result>(
  arrival: Pick<Arrival, 'inOperation'>,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return arrival.inOperation === undefined ? work() : arrival.inOperation(name, work);
}
