import { type Incoming, bodyOf } from '../http/incoming.ts';

/** The body of a delivery, which may be left unread. */
export type IncomingBody = {
  /** Begins to read. Called once. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /**
   * Reads a short rest, for a sender that reads no answer before it has sent everything. False if something is left, or if
   * the body was begun.
   */
  readonly discard: () => Promise<boolean>;
};

const SHORT_BYTES = 1_048_576;
const WITHIN_MS = 1_000;

export function createBody(request: Incoming): IncomingBody {
  let state: 'unread' | 'begun' | 'whole' =
    request.method === 'GET' || request.method === 'HEAD' ? 'whole' : 'unread';

  async function* chunks(): AsyncGenerator<Uint8Array, void> {
    state = 'begun';
    for await (const chunk of bodyOf(request)) yield chunk;
    state = 'whole';
  }
  async function readShort(): Promise<void> {
    let bytes = 0;
    for await (const chunk of chunks()) if ((bytes += chunk.length) > SHORT_BYTES) return;
  }

  return {
    chunks,
    async discard() {
      if (state !== 'unread' || Number(request.headers.get('content-length') ?? 0) > SHORT_BYTES)
        return state === 'whole';
      let timer: NodeJS.Timeout | undefined;
      const isLate = new Promise<void>((resolve) => (timer = setTimeout(resolve, WITHIN_MS)));
      await Promise.race([readShort().catch(() => undefined), isLate]);
      clearTimeout(timer);
      return isWhole();
    },
  };

  function isWhole(): boolean {
    return state === 'whole';
  }
}
