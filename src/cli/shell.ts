import type { Config } from '../config.ts';

/** What the commands take from their surroundings. */
export type Shell = {
  /** The settings; throws ConfigError. Read when a command runs, so that help needs none. */
  readonly readConfig: () => Config;
  /** The wall clock, in milliseconds since 1970 UTC. */
  readonly now: () => number;
};
