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
  /** Usually one reading; several if two records share the line, none for a directive such as #Fields. */
  read(line: string): readonly LogReading[];
  /** The format, once named or detected. */
  readonly format: LogFormat | undefined;
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

/** A message or an incomplete line may occur in logs of several formats, and decides nothing. */
function decides(readings: readonly LogReading[]): boolean {
  return readings.length === 0 || readings.some((reading) => 'record' in reading);
}

/** Only its fields distinguish the common format from the combined one. */
function formatOf(readings: readonly LogReading[], candidate: LogFormat): LogFormat {
  const lacksAgent = readings.some((reading) => 'record' in reading && !reading.record.hasAgentField);
  return candidate === 'combined' && lacksAgent ? 'common' : candidate;
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
