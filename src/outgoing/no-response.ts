import { wordsOf } from './network-words.ts';

/** Why there is no response, in words for the owner. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
}

/** The reason for an error of `node:net`, `node:tls` or `node:http`, or for having taken too long. */
export function noResponse(error: unknown, signal: AbortSignal, withinMs: number): NoResponse {
  if (error instanceof NoResponse) return error;
  const reason = signal.aborted ? `no answer within ${withinMs / 1_000} seconds` : wordsOf(error);
  return new NoResponse(reason, { cause: error });
}

/** For work that cannot be stopped, such as a look-up: nobody waits for it any longer than the signal says. */
export async function orAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(new Error('aborted'));
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (abort) signal.removeEventListener('abort', abort);
  }
}
