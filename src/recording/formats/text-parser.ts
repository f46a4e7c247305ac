import type { LogReading } from '../log-record.ts';
import type { FormatParser } from './log-format.ts';

/** A format with a record on each line. Each expression is bounded, or takes time linear in the line. */
type TextFormat = {
  /** A whole record at the start of the line; anything after it is ignored. */
  readonly record: RegExp;
  /** The beginning by which an incomplete line is recognised. */
  readonly head: RegExp;
  /** Global: the beginning of a record within a line. Nothing that a client sends can match it. */
  readonly start: RegExp;
  readonly toReading: (fields: RegExpExecArray) => LogReading;
  /**
   * The record as nearly all lines have it, with the same fields, in which no other can begin. It spares the search for one.
   */
  readonly usual?: RegExp;
};

/**
 * Parses a format of plain text. Two processes that write one log may put two records on one line, the first perhaps
 * incomplete: each complete record is read, and each incomplete one passed over.
 */
export function createTextParser(format: TextFormat): FormatParser {
  const { record, head, start, toReading, usual } = format;

  function parsePiece(piece: string): LogReading {
    const fields = record.exec(piece);
    return fields ? toReading(fields) : CUT_OFF;
  }

  /** The fields of the only record on the line. */
  function fieldsOf(line: string): RegExpExecArray | undefined {
    const found = usual?.exec(line);
    if (found && endsAlone(found[0].length, line, start)) return found;
    const fields = record.exec(line);
    const end = fields?.[0].length ?? 0;
    return fields && beginsOnce(end, line, start) && endsAlone(end, line, start) ? fields : undefined;
  }

  return {
    parse(line) {
      const fields = fieldsOf(line);
      if (fields) return [toReading(fields)];
      const pieces = cutAt(start, line);
      if (pieces.length > 1 || record.test(line)) return pieces.map(parsePiece);
      return head.test(line) ? [CUT_OFF] : undefined;
    },
  };
}

/** The reading of an incomplete record. */
export const CUT_OFF: LogReading = { passedOver: 'cut-off' };

/** Splits a line where records begin. */
export function cutAt(start: RegExp, line: string): readonly string[] {
  start.lastIndex = 0;
  const starts = [...line.matchAll(start)].map(({ index }) => index).filter((index) => index > 0);
  return [0, ...starts].map((from, piece) => line.slice(from, starts[piece]));
}

/**
 * Whether no record begins within the one that ends here: the expression for a whole record may also match a broken one
 * that has the address of the next one in it.
 */
function beginsOnce(end: number, line: string, start: RegExp): boolean {
  start.lastIndex = 0;
  const first = start.exec(line)?.index ?? 0;
  return first === 0 || first >= end;
}

/** Whether no other record follows the one that ends here. */
function endsAlone(end: number, line: string, start: RegExp): boolean {
  if (end === line.length) return true;
  if (line[end] !== ' ') return false;
  start.lastIndex = end;
  return !start.test(line);
}
