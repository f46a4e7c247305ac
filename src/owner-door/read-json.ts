import { Refusal } from '../domain/refusal.ts';
import { readText } from '../http/read-text.ts';

export const MAX_CREDENTIALS_BYTES = 16_384;

const BODY_BOUND = {
  maxBytes: MAX_CREDENTIALS_BYTES,
  tooLarge: () =>
    new Refusal('BAD_REQUEST', { message: 'The request body has more than 16,384 bytes (16 kB).' }),
};

/**
 * The text of a body that is sent as JSON. Throws BAD_REQUEST for another type: other pages can post forms, and texts that
 * only look like JSON, without asking the service first.
 */
export async function readJson(request: Request): Promise<string> {
  const mediaType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json')
    throw new Refusal('BAD_REQUEST', { message: 'Send the request body as Content-Type: application/json.' });
  return readText(request, BODY_BOUND);
}
