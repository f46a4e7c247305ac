import { Response } from '@whatwg-node/fetch';
import { type Headers, jsonText } from './answer.ts';
import { type ContentCoding, codingHeaders, encodedChunks } from './content-coding.ts';
import { type Failing, streamedBody } from './streamed-body.ts';

/**
 * A JSON response made chunk by chunk, as fast as the caller reads it; a single chunk is sent whole. An error before the
 * second chunk is thrown, so that an error response is still possible; a later one goes to `onFailure` and cuts the body
 * short. If the caller disconnects, the generator ends.
 */
export async function streamedJson(
  chunks: AsyncGenerator<string, void>,
  { headers, coding }: { readonly headers: Headers; readonly coding: ContentCoding | undefined },
  failing: Failing,
): Promise<Response> {
  const first = await chunks.next();
  const second = await chunks.next();
  if (second.done === true) return jsonText(200, first.value ?? '', headers);
  const begun = [first.value ?? '', second.value];
  const body = coding
    ? streamedBody([], encodedChunks(resumed(begun, chunks), coding), failing)
    : streamedBody(begun, chunks, failing);
  return new Response(body, {
    status: 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers, ...codingHeaders(coding) },
  });
}

async function* resumed(
  begun: readonly string[],
  chunks: AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  yield* begun;
  yield* chunks;
}
