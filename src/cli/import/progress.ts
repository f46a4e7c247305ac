import { Presets, SingleBar } from 'cli-progress';

export type Progress = {
  /** Told how far an import has come, in bytes on disk and in lines. */
  advance(bytes: number, lines: number): void;
  stop(): void;
};

/** A progress bar on stderr where that is a terminal and the size of the input is known; nothing elsewhere. */
export function showProgress(totalBytes: number | undefined): Progress {
  if (!process.stderr.isTTY || totalBytes === undefined)
    return { advance: () => undefined, stop: () => undefined };
  const bar = new SingleBar(
    { format: '{bar} {percentage} % | {lines} lines | {eta_formatted} left', stream: process.stderr },
    Presets.shades_classic,
  );
  bar.start(totalBytes, 0, { lines: 0 });
  return {
    advance(bytes, lines) {
      bar.update(bytes, { lines });
    },
    stop: () => {
      bar.stop();
    },
  };
}
