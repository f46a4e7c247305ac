/** What a server sees of the process that it runs in. */
export type Surroundings = {
  /** The wall clock, in milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** Called once there is something to stop gracefully: a signal that aborts, with Stopped, when someone asks for it. */
  readonly stopSignal: () => AbortSignal;
  /** How a command is typed for the way this program was installed, without its arguments: `site-traffic`. */
  readonly command: string;
  readonly stdout: Stream;
  readonly stderr: Stream;
};

/** Whether somebody watches. */
type Stream = {
  /** True for a terminal. */
  readonly isTTY?: boolean;
};
