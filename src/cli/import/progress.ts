import type { Shell } from '../shell.ts';

export type Progress = {
  /** Shows how far an import has got, in bytes on disk and in lines. */
  advance(bytes: number, lines: number): void;
  stop(): void;
};

const LONGEST_BAR = 40;
/** Room for the text beside the bar: a line that is longer than the terminal is wide cannot be drawn over. */
const BESIDE_THE_BAR = 45;

/** Between two drawings. */
const PAUSE_MS = 100;

/** A progress bar on stderr. Shows nothing if stderr is not a terminal or the size of the input is unknown. */
export function showProgress({ stderr, now }: Shell, totalBytes: number | undefined): Progress {
  const { columns } = stderr;
  if (stderr.isTTY !== true || columns === undefined || totalBytes === undefined)
    return { advance: () => undefined, stop: () => undefined };
  const barLength = Math.max(0, Math.min(LONGEST_BAR, columns - BESIDE_THE_BAR));
  const beganMs = now();
  let drawnMs = beganMs;
  let [read, lines] = [0, 0];

  const draw = () => {
    drawnMs = now();
    const part = read < totalBytes ? read / totalBytes : 1;
    const bar = '='.repeat(Math.round(part * barLength)).padEnd(barLength, '-');
    const left = part > 0 ? ` | ${duration(((drawnMs - beganMs) * (1 - part)) / part)} left` : '';
    const line = `${bar} ${Math.floor(part * 100)} % | ${lines} lines${left}`;
    stderr.write(`\r${line.slice(0, columns)}\x1b[K`);
  };

  draw();
  return {
    advance(bytes, linesRead) {
      [read, lines] = [bytes, linesRead];
      if (now() - drawnMs >= PAUSE_MS) draw();
    },
    stop() {
      draw();
      stderr.write('\n');
    },
  };
}

/** Rounded up, so that it is 0 only at the end. */
function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
