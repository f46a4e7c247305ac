import { type Logger, destination, pino } from 'pino';
import type { Config } from '../config.ts';
import { prettyLine } from './pretty-line.ts';
import type { Shell } from './shell.ts';

const STDERR = 2;

export type LogFormat = 'json' | 'pretty';

/** The log of a server, and how else lines get into the same file without being torn. */
export type ServerLog = { readonly log: Logger; readonly write: (lines: string) => void };

export function logFormatOf({ logFormat }: Config, { stderr }: Shell): LogFormat {
  return logFormat ?? (stderr.isTTY === true ? 'pretty' : 'json');
}

/** Opens the log of a server, on stderr. */
export function openLog(shell: Shell, config: Config): ServerLog {
  // one writer, so that no line is written into another
  const stderr = destination(STDERR);
  const write = (lines: string) => {
    stderr.write(lines);
  };
  const isPretty = logFormatOf(config, shell) === 'pretty';
  const sink = isPretty ? { write: (line: string) => stderr.write(prettyLine(line)) } : stderr;
  return { log: pino({ level: config.logLevel ?? 'info' }, sink), write };
}
