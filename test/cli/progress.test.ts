import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { showProgress } from '../../src/cli/import/progress.ts';
import type { Screen, Shell } from '../../src/cli/shell.ts';

/** What is drawn on a terminal of this width; undefined for no terminal. */
function onTerminal(columns: number | undefined) {
  const drawn: string[] = [];
  const clock = { ms: 1_000_000 };
  const write = new Writable({
    write(chunk: Buffer, _, done) {
      drawn.push(chunk.toString());
      done();
    },
  });
  const stderr: Screen = Object.assign(write, columns === undefined ? {} : { isTTY: true, columns });
  const shell = { stderr, now: () => clock.ms } as Shell;
  return { drawn, clock, shell };
}

it('an import shows how far it has got, and how long the rest takes at its speed so far', () => {
  const { drawn, clock, shell } = onTerminal(65);
  const progress = showProgress(shell, 1000);
  for (const [ms, bytes] of [
    [100, 2],
    [30_000, 250],
    [30_099, 300],
    [60_000, 600],
  ] as const) {
    clock.ms = 1_000_000 + ms;
    progress.advance(bytes, bytes / 2);
  }
  progress.advance(1200, 500);
  progress.stop();
  expect(drawn).toEqual([
    '\r-------------------- 0 % | 0 lines\x1b[K',
    '\r-------------------- 0 % | 1 lines | 50 s left\x1b[K',
    '\r=====--------------- 25 % | 125 lines | 2 min left\x1b[K',
    '\r============-------- 60 % | 300 lines | 40 s left\x1b[K',
    '\r==================== 100 % | 500 lines | 0 s left\x1b[K',
    '\n',
  ]);
});

it('an import of hours says so', () => {
  const { drawn, clock, shell } = onTerminal(80);
  const progress = showProgress(shell, 1_000_000);
  clock.ms += 60_000;
  progress.advance(5000, 9);
  expect(drawn.at(-1)).toBe(`\r${'-'.repeat(35)} 0 % | 9 lines | 3 h 19 min left\x1b[K`);
});

it('an import draws no line that is wider than the terminal, and none where there is no terminal', () => {
  const narrow = onTerminal(12);
  showProgress(narrow.shell, 1000).stop();
  expect(narrow.drawn).toEqual(['\r 0 % | 0 lin\x1b[K', '\r 0 % | 0 lin\x1b[K', '\n']);

  const piped = onTerminal(undefined);
  showProgress(piped.shell, 1000).stop();
  const streamed = onTerminal(80);
  showProgress(streamed.shell, undefined).stop();
  expect([...piped.drawn, ...streamed.drawn]).toEqual([]);
});
