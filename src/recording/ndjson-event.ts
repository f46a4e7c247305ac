import type { NewEvent } from '../domain/event.ts';
import { type JsonObject, isJsonObject, parseJson } from '../domain/json.ts';
import { Refusal, invalidParameter } from '../domain/refusal.ts';
import { MAX_LINE_LENGTH } from './line-text.ts';
import { type AddressRules, withAddressTold } from './address-fields.ts';
import { readEvent } from './event-fields.ts';

/**
 * Reads one line of newline-delimited JSON as `readEvent` reads an object, with what its `address` tells; a missing
 * `created_at` is the time of the import. A problem states the field, its value and what is allowed.
 */
export function readNdjsonEvent(
  line: string,
  importedAtMs: number,
  rules: AddressRules = {},
): { readonly event: NewEvent } | { readonly problem: string } {
  try {
    return { event: readEvent(withAddressTold(parseObject(line), rules), importedAtMs) };
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message };
    throw error;
  }
}

function parseObject(line: string): JsonObject {
  if (line.length > MAX_LINE_LENGTH)
    throw new Refusal('INVALID_PARAMETER', { message: 'The line is longer than 65,536 characters.' });
  const value = parseJson(line.replace(/^\uFEFF/, ''));
  if (isJsonObject(value)) return value;
  throw invalidParameter('The line', value === undefined ? line : value, 'a JSON object');
}
