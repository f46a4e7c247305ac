import type { Readable, Writable } from 'node:stream';
import type { Config } from '../settings/config.ts';

/** The environment of a command. */
export type Shell = {
  /** Reads the settings, or throws ConfigError. Called when a command runs, so that help works with bad settings. */
  readonly readConfig: () => Config;
  /** The wall clock, in milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Opens standard input. */
  readonly stdin: () => Readable;
  readonly stdout: Screen;
  readonly stderr: Screen;
  /** Called once there is something to stop gracefully: a signal that aborts, with Stopped, when someone asks for it. */
  readonly stopSignal: () => AbortSignal;
};

/** Where text is printed. */
export type Screen = Writable & {
  /** True for a terminal. */
  readonly isTTY?: boolean;
  /** The width of a terminal; undefined if it is none. */
  readonly columns?: number;
};
