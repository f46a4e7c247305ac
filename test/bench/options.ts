import { parseArgs } from 'node:util';

export type Options = {
  readonly quick: boolean;
  /** Runs only what has this in its name, "<workload> <rival>"; empty for everything. */
  readonly only: string;
  /** The folder of another checkout, built, whose product takes the place of the rivals. */
  readonly against: string | undefined;
  /** The numbers of connections, instead of those of the run's form; undefined for these. */
  readonly connections: readonly number[] | undefined;
  /** Where to write the results as JSON, and the plot of growth. */
  readonly json: string | undefined;
  readonly plot: string | undefined;
  /** A real access log, whose lines are repeated; undefined for a generated one. */
  readonly log: string | undefined;
};

/** Throws an error that names the invalid argument. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      against: { type: 'string' },
      connections: { type: 'string' },
      json: { type: 'string' },
      plot: { type: 'string' },
      log: { type: 'string' },
    },
  });
  const { quick, only, against, json, plot, log } = values;
  return { quick, only, against, connections: readConnections(values.connections), json, plot, log };
}

function readConnections(text: string | undefined): readonly number[] | undefined {
  const counts = text?.split(',').map(Number);
  if (counts === undefined || counts.every((count) => Number.isInteger(count) && count > 0)) return counts;
  throw new Error(`--connections ${text ?? ''} must be numbers of connections, such as 1,16,64`);
}
