import { setImmediate } from 'node:timers/promises';

/** Chunks made before other requests get a turn. */
const CHUNKS_PER_TURN = 8;

const ENCODER = new TextEncoder();

/** What to do if the body fails after the headers were sent. */
export type Failing = {
  readonly onFailure: (error: unknown) => void;
  /** Breaks the connection; without one, the body ends in an error. */
  readonly cut: ((cause: Error) => void) | undefined;
};

/** What ends a body whose generator holds something that others wait for. */
export type Leaving = {
  /** The request's: it is aborted when the caller disconnects, also before anything of the body is read. */
  readonly signal: AbortSignal;
  /** How long the reader may take for a chunk, in milliseconds, before the body is cut short. */
  readonly takeWithinMs: number;
  readonly onStall: () => void;
};

type Chunk = string | Uint8Array;

/**
 * The body made of the chunks that are ready and those to come, as fast as the caller reads it. An error goes to
 * `onFailure` and cuts the body short. If the caller disconnects, the generator ends; with `leaving`, also if they
 * stop reading. This is the native stream: the ponyfill leaves the reader waiting forever if the body fails.
 */
export function streamedBody(
  ready: Chunk[],
  chunks: AsyncGenerator<Chunk, void>,
  { onFailure, cut }: Failing,
  leaving?: Leaving,
): ReadableStream<Uint8Array> {
  let made = 0;
  let left = false;
  let patience: NodeJS.Timeout | undefined;

  function leave(): Promise<unknown> {
    left = true;
    clearTimeout(patience);
    return chunks.return().catch(onFailure);
  }

  /** Nobody would catch an error in the body of a response under way; breaking its connection cancels the body. */
  function breakOff(controller: ReadableStreamDefaultController, error: unknown): void {
    if (cut) cut(new Error('the response was cut short'));
    else if (!left) controller.error(error);
  }

  function awaitReader(
    controller: ReadableStreamDefaultController,
    { takeWithinMs, onStall }: Leaving,
  ): void {
    patience = setTimeout(() => {
      onStall();
      breakOff(controller, new Error('the reader stopped reading'));
      void leave();
    }, takeWithinMs);
  }

  return new ReadableStream<Uint8Array>({
    start: () => whenAborted(leaving?.signal, () => void leave()),
    async pull(controller) {
      clearTimeout(patience);
      try {
        if (++made % CHUNKS_PER_TURN === 0) await setImmediate();
        const chunk = ready.shift() ?? (await chunks.next()).value;
        if (left) return;
        if (chunk === undefined) controller.close();
        else controller.enqueue(typeof chunk === 'string' ? ENCODER.encode(chunk) : chunk);
        if (leaving && chunk !== undefined) awaitReader(controller, leaving);
      } catch (error) {
        onFailure(error);
        breakOff(controller, error);
      }
    },
    async cancel() {
      await leave();
    },
  });
}

/** Also if that has happened before: then nobody reads the body, and nobody cancels it. */
function whenAborted(signal: AbortSignal | undefined, act: () => void): void {
  if (signal?.aborted === true) act();
  else signal?.addEventListener('abort', act, { once: true });
}
