import { isJsonObject, parseJson } from '../domain/json.ts';
import { decides, isIncomplete, nameOf } from './detect-format.ts';
import type { FormatParser } from './formats/log-format.ts';
import { MAX_LINE_LENGTH, lineText } from './line-text.ts';
import { type ProxyTest, clientIn, isPrivateAddress } from './listed-client.ts';
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

type ReaderOptions = {
  readonly format?: FormatName | undefined;
  readonly state?: string | undefined;
  /** Which addresses in a list are those of proxies; by default those that are in no public network. */
  readonly isProxy?: ProxyTest | undefined;
};

/**
 * Reads the lines of one log in order. Unless the format is given, the first record or directive of a known format decides it:
 * `detectFormat` looks at several lines before. `state` comes from an earlier reader of the same log; it is ignored if it is
 * invalid or is of another format than the given one.
 */
export function createLogReader({
  format,
  state,
  isProxy = isPrivateAddress,
}: ReaderOptions = {}): LogReader {
  let current = restoredParser(state, format) ?? (format && parserOf(format, []));

  function detect(line: string): readonly LogReading[] | undefined {
    let incomplete: readonly LogReading[] | undefined;
    for (const candidate of candidateFormats(line)) {
      const parser = candidate.createParser([]);
      const readings = parser.parse(line);
      if (!readings) continue;
      if (decides(readings)) current = { format: nameOf(candidate, readings), parser };
      // an object that is no JSON in one format is none in any
      if (!isIncomplete(readings) || candidate.objectKeys) return readings;
      incomplete ??= readings;
    }
    return incomplete;
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
      const text = lineText(line);
      if (text.trim() === '') return BLANK_LINE;
      const readings = current ? current.parser.parse(text) : detect(text);
      return readings ? withClients(readings, isProxy) : NOT_A_LOG_LINE;
    },
    state() {
      if (!current) return undefined;
      return JSON.stringify({ format: current.format, memory: current.parser.memory?.() ?? [] });
    },
  };
}

/**
 * The state in which another reader may read lines before those that led to a state: columns are the same there, but requests
 * that were seen were seen later.
 */
export function stateForLinesBefore(state: string | null): string | null {
  const current = restoredParser(state ?? undefined, undefined);
  if (!current) return null;
  const { remembersRequests } = LOG_FORMATS.find(({ name }) => name === current.format) ?? {};
  return remembersRequests === true ? JSON.stringify({ format: current.format, memory: [] }) : state;
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
  // finding out that a text is no JSON is slow
  const value = state === undefined ? undefined : parseJson(state);
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

/** The readings with the client of each request in place of a list of addresses. */
function withClients(readings: readonly LogReading[], isProxy: ProxyTest): readonly LogReading[] {
  for (const reading of readings)
    if (hasList(reading)) return readings.map((one) => withClient(one, isProxy));
  return readings;
}

function withClient(reading: LogReading, isProxy: ProxyTest): LogReading {
  if (!hasList(reading)) return reading;
  const { record } = reading;
  return { record: { ...record, address: clientIn(record.address, isProxy) } };
}

function hasList(reading: LogReading): reading is Extract<LogReading, { record: unknown }> {
  return 'record' in reading && reading.record.address.includes(',');
}
