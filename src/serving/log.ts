import { type Logger, pino } from 'pino';
import { SonicBoom } from 'sonic-boom';
import type { Config } from '../settings/config.ts';
import { prettyLine } from './pretty-line.ts';
import type { Surroundings } from './surroundings.ts';

const STDERR = 2;

/** How much waits for a reader that takes nothing, such as a pipe that stalls; further lines are dropped. */
const MOST_WAITING = 16 * 1_048_576;

/** How long the end of the process waits for such a reader. */
const FLUSH_WITHIN_MS = 1_000;

export type ServerLogFormat = 'json' | 'pretty';

export type ServerLog = {
  readonly log: Logger;
  /** How else lines get into the same file without being torn. */
  readonly write: (lines: string) => void;
  /** Gives the reader a last second to take what is written: one who stalls does not keep the process from ending. */
  readonly close: () => void;
};

export function logFormatOf({ logFormat }: Config, { stderr }: Surroundings): ServerLogFormat {
  return logFormat ?? (stderr.isTTY === true ? 'pretty' : 'json');
}

/** Opens the log of a server, on stderr. It does not wait for its reader, who may stall or go. */
export function openLog(surroundings: Surroundings, config: Config): ServerLog {
  let endMs = Infinity;
  // one writer, so that no line is written into another
  const stderr = new SonicBoom({
    fd: STDERR,
    maxLength: MOST_WAITING,
    retryEAGAIN: () => performance.now() < endMs,
  });
  const close = () => {
    endMs = Math.min(endMs, performance.now() + FLUSH_WITHIN_MS);
  };
  // its reader is gone, and no one is left to tell
  stderr.on('error', () => undefined);
  process.once('exit', () => {
    close();
    try {
      stderr.flushSync();
    } catch {
      // the reader takes nothing
    }
  });
  const write = (lines: string) => {
    stderr.write(lines);
  };
  const isPretty = logFormatOf(config, surroundings) === 'pretty';
  const sink = isPretty ? { write: (line: string) => stderr.write(prettyLine(line)) } : stderr;
  return { log: pino({ level: config.logLevel ?? 'info' }, sink), write, close };
}
