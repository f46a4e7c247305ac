import { parseArgs } from 'node:util';

export type Options = {
  readonly quick: boolean;
  /** Runs only what has this in its name, "<workload> <rival>"; empty for everything. */
  readonly only: string;
  /** Where to write the results as JSON, and the plot of growth. */
  readonly json: string | undefined;
  readonly plot: string | undefined;
  /** A real access log, whose lines are repeated; undefined for a generated one. */
  readonly log: string | undefined;
};

/** Throws a TypeError that names the invalid argument. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      json: { type: 'string' },
      plot: { type: 'string' },
      log: { type: 'string' },
    },
  });
  const { quick, only, json, plot, log } = values;
  return { quick, only, json, plot, log };
}
