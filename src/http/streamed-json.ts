import { setImmediate } from 'node:timers/promises';
import { Response } from '@whatwg-node/fetch';
import { type Headers, jsonText } from './answer.ts';

/** Lets other requests run while a stream has nothing to wait for. */
const CHUNKS_PER_TURN = 8;

/** What becomes of a body that fails after its headers were sent. */
type Failing = {
  readonly onFailure: (error: unknown) => void;
  /** Breaks the connection, where there is one; without it the body ends in an error. */
  readonly cut: ((cause: Error) => void) | undefined;
};

/**
 * A JSON answer made chunk by chunk, as fast as the reader takes it; one of a single chunk is sent whole. What fails
 * before the second chunk is thrown, so that it can still be answered; what fails later is told to `onFailure`, and
 * the answer is cut short. A reader who leaves ends the generator.
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

/** The native stream: the stand-in for it leaves a reader waiting for ever when the body fails. */
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
        // An error in the body of an answer under way would be one that nobody catches; breaking its connection
        // cancels the body.
        if (cut) cut(new Error('the answer was cut short'));
        else if (!left) controller.error(error);
      }
    },
    async cancel() {
      left = true;
      await chunks.return();
    },
  });
}
