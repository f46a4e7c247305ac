/** What a follower has read of a log, at a path, since it started. */
export type FollowedLog = {
  readonly path: string;
  readonly startedAtMs: number;
  /** When the follower last reported. */
  readonly seenAtMs: number;
  /** What it had not recorded then. */
  readonly bytesBehind: number;
  readonly lines: number;
  readonly events: number;
  /** The number of lines that became no event, by reason, as a JSON object. */
  readonly passedOver: string;
  /** The last thing that happened to the log. */
  readonly note: string | null;
  readonly notedAtMs: number | null;
  /** Null while the follower runs, and if it was killed. */
  readonly stoppedAtMs: number | null;
};

/** Whether a follower runs, as far as is known from what it stored last. */
export type FollowerState = 'running' | 'stopped' | 'silent';

/** A follower has something to store at least this often. */
export const FOLLOWER_REPORTS_MS = 60_000;

export function followerStateOf(
  { seenAtMs, stoppedAtMs }: Pick<FollowedLog, 'seenAtMs' | 'stoppedAtMs'>,
  nowMs: number,
): FollowerState {
  if (stoppedAtMs !== null) return 'stopped';
  // one that has stored nothing for so long was killed, or cannot reach the database
  return nowMs - seenAtMs < 2 * FOLLOWER_REPORTS_MS ? 'running' : 'silent';
}

/** How far the followers are that have not been stopped: the most that one is behind, and when the most silent one was seen. */
export type Lag = { readonly bytesBehind: number | null; readonly seenAtMs: number | null };
