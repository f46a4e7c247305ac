import { CUT_OFF } from './formats/text-parser.ts';
import { MAX_LINE_LENGTH, lineText } from './line-text.ts';
import { type FormatName, LOG_FORMATS, type ListedFormat, candidateFormats } from './log-formats.ts';
import type { LogReading } from './log-record.ts';

/** So many of the first lines of a log decide its format. */
export const SAMPLE_LINES = 20;

/** How a format read some lines of a log. */
export type FormatTrial = {
  readonly format: FormatName;
  /** What its lines must have, in Markdown. */
  readonly needs: string;
  /** Whether a line begins like those of the format: only then it may be in it. */
  readonly isCandidate: boolean;
  /** The lines with a request in the format. */
  readonly lines: number;
  /** Requests and their parts: a format that understands more of the same lines has more. */
  readonly score: number;
};

/**
 * The format of a log, by some of its lines: the one that reads most of them, and most of each. One with keys of its own
 * comes before one with keys that almost any object may have. Undefined if none reads a request.
 */
export function detectFormat(lines: readonly string[]): FormatName | undefined {
  const sample = sampleOf(lines);
  let best: { readonly format: ListedFormat; readonly trial: FormatTrial } | undefined;
  for (const format of LOG_FORMATS.filter((one) => sample.candidates.has(one))) {
    const trial = tryOn(format, sample);
    if (trial.lines > 0 && (!best || isBetter(format, trial, best))) best = { format, trial };
  }
  return best?.trial.format;
}

/** How each format reads these lines, the best first. */
export function tryFormats(lines: readonly string[]): readonly FormatTrial[] {
  const sample = sampleOf(lines);
  return LOG_FORMATS.map((format) => ({ ...tryOn(format, sample), format: format.name })).toSorted(
    (one, other) => other.score - one.score,
  );
}

type Sample = { readonly texts: readonly string[]; readonly candidates: ReadonlySet<ListedFormat> };

function sampleOf(lines: readonly string[]): Sample {
  const short = lines.slice(0, SAMPLE_LINES).filter(({ length }) => length <= MAX_LINE_LENGTH);
  const texts = short.map(lineText);
  return { texts, candidates: new Set(texts.flatMap(candidateFormats)) };
}

function isBetter(
  format: ListedFormat,
  trial: FormatTrial,
  best: { readonly format: ListedFormat; readonly trial: FormatTrial },
): boolean {
  const isUsual = format.objectKeys === 'usual';
  const wasUsual = best.format.objectKeys === 'usual';
  // the special formats come after the general ones
  return isUsual === wasUsual ? trial.score >= best.trial.score : wasUsual;
}

function tryOn(format: ListedFormat, { texts, candidates }: Sample): FormatTrial {
  const parser = format.createParser([]);
  const readings = texts.map((text) => parser.parse(text) ?? []);
  const scores = readings.map(scoreOf);
  return {
    format: nameOf(format, readings.flat()),
    needs: format.needs,
    isCandidate: candidates.has(format),
    lines: scores.filter((score) => score > 0).length,
    score: scores.reduce((sum, score) => sum + score, 0),
  };
}

function scoreOf(readings: readonly LogReading[]): number {
  return Math.max(0, ...readings.map((reading) => ('record' in reading ? 1 + partsOf(reading) : 0)));
}

function partsOf({ record }: Extract<LogReading, { record: unknown }>): number {
  const { target, status, userAgent } = record;
  return [target, status, userAgent].filter((part) => part !== undefined).length;
}

/** Only the user agents may distinguish two formats: a log is in the lesser one if none of its requests has any. */
export function nameOf({ name, withoutAgents }: ListedFormat, readings: readonly LogReading[]): FormatName {
  const records = readings.filter((reading) => 'record' in reading);
  const lacksAgents = records.length > 0 && !records.some(({ record }) => record.hasAgentField);
  return lacksAgents && withoutAgents !== undefined ? withoutAgents : name;
}

/** Whether the readings of a line show that its log is in the format: a message or an incomplete line may be in several. */
export function decides(readings: readonly LogReading[]): boolean {
  return readings.length === 0 || readings.some((reading) => 'record' in reading);
}

/** Whether the line is only the beginning of a record, which another format may read. */
export function isIncomplete(readings: readonly LogReading[]): boolean {
  return readings.length > 0 && readings.every((reading) => reading === CUT_OFF);
}
