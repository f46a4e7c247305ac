import type { LogReading } from '../log-reading.ts';

/** Reads the lines of one log in one format, in their order. */
export type FormatParser = {
  /** What a line says; none for a directive, several for fused lines, undefined if the line is not of the format. */
  parse(line: string): readonly LogReading[] | undefined;
  /** What lines to come must know of those read; only a format whose lines are not each for itself has this. */
  memory?(): readonly string[];
};
