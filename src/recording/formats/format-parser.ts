import type { LogReading } from '../log-reading.ts';

/** Parses the lines of one log in one format, in order. */
export type FormatParser = {
  /** One reading for each record on the line, none for a directive; undefined if the line is not in the format. */
  parse(line: string): readonly LogReading[] | undefined;
  /** What is needed to parse the lines that follow, in a format whose lines depend on earlier ones. */
  memory?(): readonly string[];
};
