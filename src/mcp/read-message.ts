import { parseJson } from '../domain/json.ts';
import { Refusal } from '../domain/refusal.ts';
import { readText } from '../http/read-text.ts';

/** Many times what a call needs. */
export const MAX_MESSAGE_BYTES = 65_536;

/** Messages of a batch, which only the revision 2025-03-26 of the protocol has. */
const MAX_MESSAGES = 20;

const BODY_BOUND = { maxBytes: MAX_MESSAGE_BYTES, tooLarge: () => new Refusal('MESSAGE_TOO_LARGE') };

/**
 * The JSON of a request: a message of JSON-RPC or a batch of them, which are not checked yet. Throws MESSAGE_TOO_LARGE,
 * INVALID_JSON and what `readText` throws.
 */
export async function readMessage(request: Request): Promise<unknown> {
  const message = parseJson(await readText(request, BODY_BOUND));
  if (message === undefined) throw new Refusal('INVALID_JSON');
  if (Array.isArray(message) && message.length > MAX_MESSAGES) throw new Refusal('MESSAGE_TOO_LARGE');
  return message;
}
