import { Presets, SingleBar } from 'cli-progress';
import type { Input } from './open-input.ts';

export type Progress = {
  /** Told of lines that were read. */
  advance(lines: number): void;
  stop(): void;
};

/** A progress bar on stderr where that is a terminal and the size of the input is known; nothing elsewhere. */
export function showProgress({ totalBytes, bytesRead }: Input): Progress {
  if (!process.stderr.isTTY || totalBytes === undefined)
    return { advance: () => undefined, stop: () => undefined };
  const bar = new SingleBar(
    { format: '{bar} {percentage} % | {lines} lines | {eta_formatted} left', stream: process.stderr },
    Presets.shades_classic,
  );
  let lines = 0;
  bar.start(totalBytes, 0, { lines });
  return {
    advance(count) {
      lines += count;
      bar.update(bytesRead(), { lines });
    },
    stop: () => {
      bar.stop();
    },
  };
}
