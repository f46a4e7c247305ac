import type { LogReading } from '../log-reading.ts';
import type { FormatParser } from './format-parser.ts';

/** A format with a record a line, as expressions that are linear in the line or bounded. */
type TextFormat = {
  /** A whole record, from the start of the line; what comes behind is ignored. */
  readonly record: RegExp;
  /** The beginning by which a line that breaks off is still known to be of the format. */
  readonly head: RegExp;
  /** Global: where a record begins in the midst of a line. Nothing that a client sends may look like one. */
  readonly start: RegExp;
  readonly toReading: (fields: RegExpExecArray) => LogReading;
};

/**
 * Parses a format of plain text. Two writers of one log can put two records on one line, the first of them perhaps
 * broken off: each whole record is read, and each broken one passed over.
 */
export function createTextParser(format: TextFormat): FormatParser {
  const { record, head, toReading } = format;

  function parsePiece(piece: string): LogReading {
    const fields = record.exec(piece);
    return fields ? toReading(fields) : CUT_OFF;
  }

  return {
    parse(line) {
      const fields = record.exec(line);
      if (fields && isLone(fields[0].length, line, format.start)) return [toReading(fields)];
      const pieces = cutAt(format.start, line);
      if (pieces.length > 1) return pieces.map(parsePiece);
      if (fields) return [toReading(fields)];
      return head.test(line) ? [CUT_OFF] : undefined;
    },
  };
}

/** A line that breaks off in the middle of its fields. */
export const CUT_OFF: LogReading = { passedOver: 'cut-off' };

/** Pieces of a line, each from the beginning of one record to that of the next. */
export function cutAt(start: RegExp, line: string): readonly string[] {
  start.lastIndex = 0;
  const starts = [...line.matchAll(start)].map(({ index }) => index).filter((index) => index > 0);
  return [0, ...starts].map((from, piece) => line.slice(from, starts[piece]));
}

/** Whether the record that ends here is whole, and no other follows on its line. */
function isLone(end: number, line: string, start: RegExp): boolean {
  if (end === line.length) return true;
  if (line[end] !== ' ') return false;
  start.lastIndex = end;
  return !start.test(line);
}
