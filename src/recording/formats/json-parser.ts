import { type JsonObject, isJsonObject, parseJson } from '../../domain/json.ts';
import type { LogReading } from '../log-record.ts';
import { decodeBytes } from '../unescape-field.ts';
import type { FormatParser } from './log-format.ts';
import { parseBytes, presentText } from './quoted-field.ts';
import { CUT_OFF } from './text-parser.ts';

/**
 * Parses a format with a JSON object, or an array of objects, on each line. `readFields` returns undefined for an
 * object that is not in the format. If several objects share a line, each complete one is read and each incomplete one
 * passed over.
 */
export function createJsonParser(readFields: (fields: JsonObject) => LogReading | undefined): FormatParser {
  const readValue = (fields: unknown) => (isJsonObject(fields) ? readFields(fields) : undefined);
  return {
    parse(line) {
      const readings = valuesOn(line).flatMap((piece) => piece?.map(readValue) ?? [CUT_OFF]);
      return isOfTheFormat(readings, line)
        ? readings.map((reading) => reading ?? NOT_OF_THE_FORMAT)
        : undefined;
    },
  };
}

/** The values in each piece of a line; undefined for a piece that is no JSON. */
type PieceValues = readonly (readonly unknown[] | undefined)[];

/** Of a line whose format is not known, each format reads the values: they are parsed once. */
const valuesOn = rememberingLast((line: string): PieceValues => {
  const whole = parsePiece(line);
  if (whole !== undefined) return [objectsIn(whole)];
  const pieces = piecesOf(line);
  return pieces.length > 1 ? valuesOf(pieces) : [undefined];
});

function rememberingLast<Result>(find: (text: string) => Result): (text: string) => Result {
  let last: { readonly text: string; readonly result: Result } | undefined;
  return (text) => (last = last?.text === text ? last : { text, result: find(text) }).result;
}

/** Finding out that a piece is no JSON is slow, so few of them are tried: writers that share a log break few. */
function valuesOf(pieces: readonly string[]): PieceValues {
  let broken = 0;
  return pieces.map((piece) => {
    const value = broken < MOST_BROKEN ? parsePiece(piece) : undefined;
    if (value === undefined) broken++;
    return value === undefined ? undefined : objectsIn(value);
  });
}

/** The objects of an array, also of one that stands alone as `records`, as Azure delivers several together. */
function objectsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const { records }: { readonly records?: unknown } = isJsonObject(value) ? value : {};
  return Array.isArray(records) ? records : [value];
}

/** Of the objects on a line; undefined for one that is not in the format. */
type PieceReadings = readonly (LogReading | undefined)[];

const MOST_BROKEN = 16;
const NOT_OF_THE_FORMAT: LogReading = { passedOver: 'not-a-log-line' };
const OBJECT_START = /^\[?\{"[^"\\]{1,64}":/;

/** One object in the format is enough, or the incomplete beginning of an object, which might be in it. */
function isOfTheFormat(readings: PieceReadings, line: string): boolean {
  if (readings.every((reading) => reading === CUT_OFF)) return OBJECT_START.test(line);
  return readings.some((reading) => reading !== undefined && reading !== CUT_OFF);
}

/**
 * All objects of one writer begin alike, and quotes within a string are escaped. So each place where that beginning
 * occurs again starts an object.
 */
function piecesOf(line: string): readonly string[] {
  const from = line.startsWith('{') || line.startsWith('[') ? 0 : line.indexOf('}{') + 1;
  const beginning = OBJECT_START.exec(line.slice(from))?.[0];
  if (beginning === undefined) return [line];
  const [head = '', ...rest] = line.split(beginning);
  return [head, ...rest.map((piece) => beginning + piece)].filter((piece) => piece !== '');
}

function parsePiece(text: string): unknown {
  if (!text.startsWith('{') && !text.startsWith('[')) return undefined;
  return parseJson(text) ?? (text.includes('\\x') ? parseEscapedAsText(text) : undefined);
}

/** nginx without `escape=json` writes bytes as `\xHH`, which is not valid JSON. */
function parseEscapedAsText(text: string): unknown {
  return parseJson(
    text.replace(/(?:\\x[0-9a-f]{2})+/gi, (escapes) => JSON.stringify(decodeBytes(escapes)).slice(1, -1)),
  );
}

/** Whether an object has a key of its own with a value. */
export function isIn(fields: JsonObject): (key: string) => boolean {
  return (key) => fields[key] !== undefined && Object.hasOwn(fields, key);
}

/** The value of the first of these keys that an object has. */
export function fieldOf(fields: JsonObject, keys: readonly string[]): unknown {
  return fields[keys.find(isIn(fields)) ?? ''];
}

/** The text of a field; undefined if it is not a string, empty or "-". */
export function fieldText(value: unknown): string | undefined {
  return typeof value === 'string' ? presentText(value) : undefined;
}

/** The bytes in a field, a number or its digits. */
export function fieldBytes(value: unknown): number | undefined {
  return typeof value === 'string' || typeof value === 'number' ? parseBytes(String(value)) : undefined;
}
