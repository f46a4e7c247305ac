import { isJsonObject, parseJson } from '../domain/json.ts';
import { Refusal, quote } from '../domain/refusal.ts';
import type { Submission } from '../operations/recording/collect.ts';

const MAX_ITEMS = 1_000;

type Items = Submission['items'];

/**
 * The items of a JSON object, a JSON array, or newline-delimited JSON, whose blank lines are skipped. A body is
 * newline-delimited if its content type says so, or if only its first line is JSON. Throws INVALID_JSON for anything
 * else, also for an empty body, with the number of a bad line of newline-delimited JSON; and BATCH_TOO_LARGE.
 */
export function parseItems(text: string, contentType: string | null): Items {
  if (text.trim() === '')
    throw new Refusal('INVALID_JSON', {
      message: 'The request body is empty. Send an event, an array of events, or one event per line.',
    });
  return isNdjson(contentType) ? parseLines(text) : (parseWhole(text) ?? parseLines(text));
}

function isNdjson(contentType: string | null): boolean {
  return contentType?.split(';')[0]?.trim().toLowerCase() === 'application/x-ndjson';
}

/** Undefined for what may be newline-delimited. */
function parseWhole(text: string): Items | undefined {
  const value = parseJson(text);
  if (Array.isArray(value)) return { values: requireFew(value), isOne: false };
  if (isJsonObject(value)) return { values: [value], isOne: true };
  if (value !== undefined)
    throw new Refusal('INVALID_JSON', {
      message: `The request body must be a JSON object, an array of them, or one a line; got ${quote(value)}.`,
    });
  const [firstLine = '', ...rest] = text.trim().split('\n', 2);
  if (rest.length > 0 && parseJson(firstLine) !== undefined) return undefined;
  throw new Refusal('INVALID_JSON');
}

function parseLines(text: string): Items {
  const lines = text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '');
  return { values: requireFew(lines).map(({ line, number }) => parseLine(line, number)), isOne: false };
}

function parseLine(line: string, number: number): unknown {
  const value = parseJson(line);
  if (value !== undefined) return value;
  throw new Refusal('INVALID_JSON', { message: `Line ${number} of the request body is not valid JSON.` });
}

function requireFew<Item>(items: readonly Item[]): readonly Item[] {
  if (items.length > MAX_ITEMS) throw new Refusal('BATCH_TOO_LARGE');
  return items;
}
