import type { Shell } from '../shell.ts';

export type Progress = {
  /** Shows how far it has got, by the measure of the total, and by what it counts. */
  advance(done: number, counted: number): void;
  stop(): void;
};

const LONGEST_BAR = 40;
/** Room for the text beside the bar: a line that is longer than the terminal is wide cannot be drawn over. */
const BESIDE_THE_BAR = 45;

/** Between two drawings. */
const PAUSE_MS = 100;

/** A progress bar on stderr. Shows nothing if stderr is not a terminal or the size of the input is unknown. */
export function showProgress(
  { stderr, now }: Shell,
  total: number | undefined,
  unit: 'lines' | 'rows' = 'lines',
): Progress {
  const { columns } = stderr;
  if (stderr.isTTY !== true || columns === undefined || total === undefined)
    return { advance: () => undefined, stop: () => undefined };
  const barLength = Math.max(0, Math.min(LONGEST_BAR, columns - BESIDE_THE_BAR));
  const beganMs = now();
  let drawnMs = beganMs;
  let [read, counted] = [0, 0];

  const draw = () => {
    drawnMs = now();
    const part = read < total ? read / total : 1;
    const bar = '='.repeat(Math.round(part * barLength)).padEnd(barLength, '-');
    const left = part > 0 ? ` | ${duration(((drawnMs - beganMs) * (1 - part)) / part)} left` : '';
    const line = `${bar} ${Math.floor(part * 100)} % | ${counted} ${unit}${left}`;
    stderr.write(`\r${line.slice(0, columns)}\x1b[K`);
  };

  draw();
  return {
    advance(done, countedSoFar) {
      [read, counted] = [done, countedSoFar];
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
