import { Presets, SingleBar } from 'cli-progress';
import type { Shell } from '../shell.ts';

export type Progress = {
  /** Shows how far an import has got, in bytes on disk and in lines. */
  advance(bytes: number, lines: number): void;
  stop(): void;
};

const LONGEST_BAR = 40;
/** Room for the text beside the bar: a line that is longer than the terminal is wide cannot be drawn over. */
const BESIDE_THE_BAR = 45;

/** A progress bar on stderr. Shows nothing if stderr is not a terminal or the size of the input is unknown. */
export function showProgress({ stderr }: Shell, totalBytes: number | undefined): Progress {
  if (stderr.isTTY !== true || stderr.columns === undefined || totalBytes === undefined)
    return { advance: () => undefined, stop: () => undefined };
  const bar = new SingleBar(
    {
      format: '{bar} {percentage} % | {lines} lines | {eta_formatted} left',
      stream: stderr,
      barsize: Math.max(0, Math.min(LONGEST_BAR, stderr.columns - BESIDE_THE_BAR)),
    },
    Presets.legacy, // ASCII
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
