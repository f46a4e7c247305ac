import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from './served.ts';

/** The wall clock of one process. */
export type MovedClock = {
  /** What the process is to be started with. */
  readonly env: Environment;
  /** Moves it by so many seconds from the machine's, from now on. */
  readonly move: (seconds: number) => void;
  readonly remove: () => void;
};

const LIBRARIES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
);

/** A clock that libfaketime moves while the process runs; undefined if it is not installed (Debian's `faketime`). */
export function createMovedClock(): MovedClock | undefined {
  const library = LIBRARIES.find((path) => existsSync(path));
  if (library === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'site-traffic-clock-'));
  const file = join(folder, 'clock');
  const move = (seconds: number) => {
    // in one step, since the process may read it meanwhile
    writeFileSync(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`);
    renameSync(`${file}.new`, file);
  };
  move(0);
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // an adjustment of the wall clock leaves it alone
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    move,
    remove: () => rmSync(folder, { recursive: true }),
  };
}
