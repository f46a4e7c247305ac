import { isJsonObject, parseJson } from '../domain/json.ts';
import { createAlbParser } from './formats/alb.ts';
import { createCaddyParser } from './formats/caddy.ts';
import { candidateFormats } from './formats/candidate-formats.ts';
import { createCloudflareParser } from './formats/cloudflare.ts';
import { createCloudfrontParser } from './formats/cloudfront.ts';
import { createCombinedParser, createVhostCombinedParser } from './formats/combined.ts';
import type { FormatParser } from './formats/format-parser.ts';
import { createNginxJsonParser } from './formats/nginx-json.ts';
import { createNginxProxyManagerParser } from './formats/nginx-proxy-manager.ts';
import { createVercelParser } from './formats/vercel.ts';
import { LOG_FORMATS, type LogFormat } from './log-format.ts';
import type { LogReading } from './log-reading.ts';

export type LogReader = {
  /** What a line says: usually one reading; several when lines were fused, none for a directive such as #Fields. */
  read(line: string): readonly LogReading[];
  /** The format, once named or detected. */
  readonly format: LogFormat | undefined;
  /**
   * What a reader that goes on behind the lines read so far must know: a short text (with Vercel up to 12 kB), to be
   * stored with the position in the log. Undefined while the format is.
   */
  state(): string | undefined;
};

/** A line beyond this many characters is not looked at: servers bound their request headers far below. */
export const MAX_LINE_LENGTH = 65_536;

/**
 * Reads the lines of one log in their order. The first line that is a record or a directive of some format decides
 * the format of the log, unless it is named. `state` is what a reader of the same log gave; another text, or one of
 * another format than the named one, is ignored.
 */
export function createLogReader({
  format,
  state,
}: { readonly format?: LogFormat | undefined; readonly state?: string | undefined } = {}): LogReader {
  const known = restoredState(state, format) ?? (format === undefined ? undefined : { format, memory: [] });
  let current = known && { format: known.format, parser: PARSERS[known.format](known.memory) };

  function detect(line: string): readonly LogReading[] | undefined {
    for (const candidate of candidateFormats(line)) {
      const parser = PARSERS[candidate]([]);
      const readings = parser.parse(line);
      if (readings && decides(readings)) current = { format: formatOf(readings, candidate), parser };
      if (readings) return readings;
    }
    return undefined;
  }

  return {
    get format() {
      return current?.format;
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

const PARSERS: Readonly<Record<LogFormat, (memory: readonly string[]) => FormatParser>> = {
  common: createCombinedParser,
  combined: createCombinedParser,
  'vhost-combined': createVhostCombinedParser,
  'nginx-proxy-manager': createNginxProxyManagerParser,
  caddy: createCaddyParser,
  'nginx-json': createNginxJsonParser,
  cloudfront: createCloudfrontParser,
  cloudflare: createCloudflareParser,
  vercel: createVercelParser,
  alb: createAlbParser,
};

const TOO_LONG: readonly LogReading[] = [{ passedOver: 'too-long' }];
const BLANK_LINE: readonly LogReading[] = [{ passedOver: 'blank-line' }];
const NOT_A_LOG_LINE: readonly LogReading[] = [{ passedOver: 'not-a-log-line' }];

function restoredState(
  state: string | undefined,
  named: LogFormat | undefined,
): { readonly format: LogFormat; readonly memory: readonly string[] } | undefined {
  const value = parseJson(state ?? '');
  const { format: stored, memory }: { readonly format?: unknown; readonly memory?: unknown } = isJsonObject(
    value,
  )
    ? value
    : {};
  const format = LOG_FORMATS.find((known) => known === stored);
  const isOther = format === undefined || (named !== undefined && named !== format);
  return isOther || !isTexts(memory) ? undefined : { format, memory };
}

function isTexts(memory: unknown): memory is readonly string[] {
  return Array.isArray(memory) && memory.every((text) => typeof text === 'string');
}

/** A message, or a line that breaks off, may stand in logs of several formats. */
function decides(readings: readonly LogReading[]): boolean {
  return readings.length === 0 || readings.some((reading) => 'record' in reading);
}

/** The two formats that are told apart by their fields only. */
function formatOf(readings: readonly LogReading[], candidate: LogFormat): LogFormat {
  const lacksAgent = readings.some((reading) => 'record' in reading && !reading.record.hasAgentField);
  return candidate === 'combined' && lacksAgent ? 'common' : candidate;
}

/**
 * Without what may cling to a line: a byte order mark, the carriage return of a foreign line end, and the U+0000 that
 * a log begins with when it was cut while its writer kept its place.
 */
function withoutEnds(line: string): string {
  const first = line.charCodeAt(0);
  const text = first === 0 || first === 0xfeff ? line.replace(/^[\0\uFEFF]+/, '') : line;
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
