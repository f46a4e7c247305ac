import type { Config } from '../config.ts';

/** The environment of a command. */
export type Shell = {
  /** Reads the settings, or throws ConfigError. Called when a command runs, so that help works with bad settings. */
  readonly readConfig: () => Config;
  /** The wall clock, in milliseconds since 1970 UTC. */
  readonly now: () => number;
};
