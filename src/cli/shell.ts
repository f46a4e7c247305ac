import type { Readable, Writable } from 'node:stream';
import type { Surroundings } from '../serving/surroundings.ts';
import type { Config } from '../settings/config.ts';

/** The environment of a command. */
export type Shell = Surroundings & {
  /** Reads the settings, or throws ConfigError. Called when a command runs, so that help works with bad settings. */
  readonly readConfig: () => Config;
  /** Opens standard input. */
  readonly stdin: () => Readable;
  readonly stdout: Screen;
  readonly stderr: Screen;
};

/** Where text is printed. */
export type Screen = Writable & {
  /** True for a terminal. */
  readonly isTTY?: boolean;
  /** The width of a terminal; undefined if it is none. */
  readonly columns?: number;
};
