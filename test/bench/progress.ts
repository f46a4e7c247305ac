import type { Options } from './options.ts';

/** Does the work when the options ask for what has this name. */
export async function when<Result>(
  { only }: Options,
  name: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  if (!name.includes(only)) return undefined;
  progress(name);
  return work();
}

/** Says on stderr what begins, and after how many seconds. */
export function progress(what: string): void {
  const seconds = (performance.now() / 1000).toFixed(0).padStart(4);
  process.stderr.write(`${seconds} s  ${what}\n`);
}
