import type { LogReading } from '../log-record.ts';

/** A format of access logs. */
export type LogFormat = {
  /** For `--format`. It is stored with the position in a log: never rename a format. */
  readonly name: string;
  /** What is in this format, and what its logs lack, in Markdown for docs/access-logs.md; undefined if another format's text says it. */
  readonly readme?: { readonly logs: string; readonly lack?: string };
  /** By what its lines are recognised, in Markdown, for whoever wonders why a log is not in this format. */
  readonly needs: string;
  /** A line of it, as short as it may be, that shows its format. */
  readonly example: string;
  /** The beginning of its lines, unless they are JSON objects. Lines that no other format begins like may be combined. */
  readonly beginning?: RegExp;
  /** Lines with `#` that are in its logs and in no other. */
  readonly directive?: RegExp;
  /** Its lines are JSON objects, with keys of its own or with keys that almost any object may have. */
  readonly objectKeys?: 'own' | 'usual';
  /** The name of the format that a log is in if it is like this one, but has no user agents. */
  readonly withoutAgents?: string;
  /** Its memory is of requests that were seen, not of how lines are read. */
  readonly remembersRequests?: true;
  /** A parser for one log. Its memory is that of an earlier parser of the log. */
  readonly createParser: (memory: readonly string[]) => FormatParser;
};

/** Parses the lines of one log in one format, in order. */
export type FormatParser = {
  /** One reading for each record on the line, none for a directive; undefined if the line is not in the format. */
  parse(line: string): readonly LogReading[] | undefined;
  /** What is needed to parse the lines that follow, in a format whose lines depend on earlier ones. */
  memory?(): readonly string[];
};
