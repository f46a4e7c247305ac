import { isJsonObject, parseJson } from '../domain/json.ts';
import type { FormatParser } from './formats/log-format.ts';
import { type FormatName, LOG_FORMATS, candidateFormats } from './log-formats.ts';
import type { LogReading } from './log-record.ts';

export type LogReader = {
  /** Usually one reading; several if two records share the line, none for a directive such as #Fields. */
  read(line: string): readonly LogReading[];
  /** The format, once named or detected. */
  readonly format: FormatName | undefined;
  /** Whether `state` is final: the format is known, and how a line is read does not depend on the lines before it. */
  readonly isSettled: boolean;
  /**
   * What another reader needs to continue after the lines read so far: a short text (up to 12 kB for Vercel) that is
   * stored with the position in the log. Undefined until the format is known.
   */
  state(): string | undefined;
};

/** Longer lines are skipped: servers limit request headers to far less. */
export const MAX_LINE_LENGTH = 65_536;

/**
 * Reads the lines of one log in order. Unless the format is given, the first record or directive of a known format
 * decides it. `state` comes from an earlier reader of the same log; it is ignored if it is invalid or is of another
 * format than the given one.
 */
export function createLogReader({
  format,
  state,
}: { readonly format?: FormatName | undefined; readonly state?: string | undefined } = {}): LogReader {
  let current = restoredParser(state, format) ?? (format && parserOf(format, []));

  function detect(line: string): readonly LogReading[] | undefined {
    for (const candidate of candidateFormats(line)) {
      const parser = candidate.createParser([]);
      const readings = parser.parse(line);
      if (readings && decides(readings)) current = { format: nameOf(candidate, readings), parser };
      if (readings) return readings;
    }
    return undefined;
  }

  return {
    get format() {
      return current?.format;
    },
    get isSettled() {
      return current !== undefined && current.parser.memory === undefined;
    },
    read(line) {
      if (line.length > MAX_LINE_LENGTH) return TOO_LONG;
      const text = withoutEnds(line);
      if (text.trim() === '') return BLANK_LINE;
      return (current ? current.parser.parse(text) : detect(text)) ?? NOT_A_LOG_LINE;
    },
    state() {
      if (!current) return undefined;
      return JSON.stringify({ format: current.format, memory: current.parser.memory?.() ?? [] });
    },
  };
}

const TOO_LONG: readonly LogReading[] = [{ passedOver: 'too-long' }];
const BLANK_LINE: readonly LogReading[] = [{ passedOver: 'blank-line' }];
const NOT_A_LOG_LINE: readonly LogReading[] = [{ passedOver: 'not-a-log-line' }];

type CurrentParser = { readonly format: FormatName; readonly parser: FormatParser };

function parserOf(name: FormatName, memory: readonly string[]): CurrentParser | undefined {
  const format = LOG_FORMATS.find((one) => one.name === name);
  return format && { format: format.name, parser: format.createParser(memory) };
}

function restoredParser(state: string | undefined, named: FormatName | undefined): CurrentParser | undefined {
  const value = parseJson(state ?? '');
  const { format: stored, memory }: { readonly format?: unknown; readonly memory?: unknown } = isJsonObject(
    value,
  )
    ? value
    : {};
  const format = LOG_FORMATS.find(({ name }) => name === stored && (named === undefined || name === named));
  return format && isTexts(memory) ? parserOf(format.name, memory) : undefined;
}

function isTexts(memory: unknown): memory is readonly string[] {
  return Array.isArray(memory) && memory.every((text) => typeof text === 'string');
}

/** A message or an incomplete line may occur in logs of several formats, and decides nothing. */
function decides(readings: readonly LogReading[]): boolean {
  return readings.length === 0 || readings.some((reading) => 'record' in reading);
}

/** Only the user agents may distinguish two formats. */
function nameOf(
  { name, withoutAgents }: (typeof LOG_FORMATS)[number],
  readings: readonly LogReading[],
): FormatName {
  const lacksAgents = readings.some((reading) => 'record' in reading && !reading.record.hasAgentField);
  return lacksAgents && withoutAgents !== undefined ? withoutAgents : name;
}

/**
 * Removes a byte order mark, a carriage return at the end, and the U+0000 with which a log begins if it was truncated
 * while its writer kept its offset.
 */
function withoutEnds(line: string): string {
  const first = line.charCodeAt(0);
  const text = first === 0 || first === 0xfeff ? line.replace(/^[\0\uFEFF]+/, '') : line;
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
