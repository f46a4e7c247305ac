import type { OutageServer, OutageSettings } from './server.ts';

/** Something that used to stop the service. Each is in a file of its own. */
export type Outage = OutageSettings & {
  readonly run: (server: OutageServer) => Promise<OutageResult>;
};

export type OutageResult = {
  /** What was seen, line by line: a name and its figure. */
  readonly figures: readonly (readonly [name: string, figure: string | number])[];
  /** What was promised and not kept; empty if all was. */
  readonly broken: readonly string[];
};
