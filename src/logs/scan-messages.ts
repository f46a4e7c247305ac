import type { MessagePort } from 'node:worker_threads';
import { type Scan, type ScanRules, scanInBatches } from './scan-lines.ts';

/** A text for a thread to scan: the first bytes of a buffer, which is moved to the thread and back. */
export type ScanRequest = {
  readonly buffer: ArrayBuffer;
  readonly length: number;
  readonly readerState: string | null;
};

/** `ready` once; then the scans of each text, in the order of the requests. */
export type ScanResponse = 'ready' | { readonly scans: readonly Scan[]; readonly buffer: ArrayBuffer };

/** A thread that scans lines has failed. Nothing of the texts that it did not finish was recorded. */
export class ThreadFailed extends Error {
  override readonly name = 'ThreadFailed';

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`a thread that reads the logs failed: ${reason}`, { cause });
  }
}

/** The work of a thread: scans texts until it is ended. What is thrown ends the thread. */
export function answerScans(port: MessagePort, rules: ScanRules): void {
  const respond = (response: ScanResponse, moved: readonly ArrayBuffer[]) => {
    port.postMessage(response, moved);
  };
  port.on('message', ({ buffer, length, readerState }: ScanRequest) => {
    const scans = scanInBatches({ text: Buffer.from(buffer, 0, length), readerState }, rules);
    respond({ scans, buffer }, [buffer]);
  });
  respond('ready', []);
}
