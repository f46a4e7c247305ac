import type { Options } from './options.ts';

/** Does the work if the options select this name. Two products are only compared as servers. */
export async function when<Result>(
  { only, against }: Options,
  name: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (against !== undefined || !name.includes(only)) return undefined;
  progress(name);
  return work();
}

/** Prints to stderr what begins, and after how many seconds. */
export function progress(what: string): void {
  const seconds = (performance.now() / 1000).toFixed(0).padStart(4);
  process.stderr.write(`${seconds} s  ${what}\n`);
}
