/** Identifies a log of a site. Logs that begin with the same line are numbered by `copy`, from 0. */
export type LogIdentity = {
  readonly siteId: string;
  /** SHA-256 of its first line that is not a directive (`#…`), in hex. */
  readonly firstLine: string;
  readonly copy: number;
};

/** How far a log is recorded. */
export type LogPosition = {
  /** Bytes of its text from the start, unpacked. */
  readonly bytes: number;
  /** SHA-256 of those bytes, in hex. */
  readonly digest: string;
  /** The state of its reader at this position (`LogReader.state`). */
  readonly readerState: string | null;
};

/** A recorded log: `path` is where it was last read, `modifiedAtMs` when its file was last changed at that time. */
export type RecordedLog = LogIdentity &
  LogPosition & { readonly path: string; readonly modifiedAtMs: number };

/** A step from one position of a log to a later one, stored together with the events between them. */
export type LogStep = {
  readonly log: LogIdentity;
  readonly from: LogPosition;
  readonly to: LogPosition;
  readonly path: string;
  /** When the file was last changed. Files changed before that are older than what is recorded. */
  readonly modifiedAtMs: number;
};

/**
 * The log was recorded further by another recorder or by a commit whose answer was lost, or it was forgotten. Look up its
 * position again.
 */
export class LogMoved extends Error {
  override readonly name = 'LogMoved';

  constructor() {
    super('the log was recorded further by another process');
  }
}
