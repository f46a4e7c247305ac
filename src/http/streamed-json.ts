import { setImmediate } from 'node:timers/promises';
import { Response } from '@whatwg-node/fetch';
import { type Headers, jsonText } from './answer.ts';

/** Chunks made before other requests get a turn. */
const CHUNKS_PER_TURN = 8;

/** What to do if the body fails after the headers were sent. */
type Failing = {
  readonly onFailure: (error: unknown) => void;
  /** Breaks the connection; without one, the body ends in an error. */
  readonly cut: ((cause: Error) => void) | undefined;
};

/**
 * A JSON response made chunk by chunk, as fast as the caller reads it; a single chunk is sent whole. An error before the
 * second chunk is thrown, so that an error response is still possible; a later one goes to `onFailure` and cuts the body
 * short. If the caller disconnects, the generator ends.
 */
export async function streamedJson(
  chunks: AsyncGenerator<string, void>,
  headers: Headers,
  failing: Failing,
): Promise<Response> {
  const first = await chunks.next();
  const second = await chunks.next();
  if (second.done === true) return jsonText(200, first.value ?? '', headers);
  return new Response(bodyOf([first.value ?? '', second.value], chunks, failing), {
    status: 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  });
}

/** The native stream: the ponyfill leaves the reader waiting forever if the body fails. */
function bodyOf(
  ready: string[],
  chunks: AsyncGenerator<string, void>,
  { onFailure, cut }: Failing,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let made = 0;
  let left = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        if (++made % CHUNKS_PER_TURN === 0) await setImmediate();
        const chunk = ready.shift() ?? (await chunks.next()).value;
        if (left) return;
        if (chunk === undefined) controller.close();
        else controller.enqueue(encoder.encode(chunk));
      } catch (error) {
        onFailure(error);
        // Nobody would catch an error in the body of a response under way; breaking its connection cancels the body.
        if (cut) cut(new Error('the response was cut short'));
        else if (!left) controller.error(error);
      }
    },
    async cancel() {
      left = true;
      await chunks.return();
    },
  });
}
