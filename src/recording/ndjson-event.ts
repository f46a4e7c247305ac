import type { NewEvent } from '../domain/event.ts';
import { type JsonObject, isJsonObject, parseJson } from '../domain/json.ts';
import { Refusal, invalidParameter } from '../domain/refusal.ts';
import { MAX_LINE_LENGTH } from './line-text.ts';
import { type AddressRules, addressTold, withAddressTold } from './address-fields.ts';
import { readEvent } from './event-fields.ts';

/** An event, and the address of its client if that was told. */
export type ReadEvent = { readonly event: NewEvent; readonly address?: string | undefined };

/**
 * Reads one line of newline-delimited JSON as `readEvent` reads an object, with what its `address` tells; a missing
 * `created_at` is the time of the import. A problem states the field, its value and what is allowed.
 */
export function readNdjsonEvent(
  line: string,
  importedAtMs: number,
  rules: AddressRules = {},
): ReadEvent | { readonly problem: string } {
  try {
    const fields = parseObject(line);
    const event = readEvent(withAddressTold(fields, rules), importedAtMs);
    const address = addressTold(fields);
    return address === undefined ? { event } : { event, address };
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
