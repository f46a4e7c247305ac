import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { backOff } from '../../src/serving/workers/crew.ts';
import { passOnWholeLines } from '../../src/serving/workers/whole-lines.ts';

it('a worker that dies at once again and again is replaced ever more slowly, until it has served a minute', () => {
  const waits: number[] = [];
  for (let n = 0; n < 11; n++) waits.push(backOff(waits.at(-1), 59_999));

  expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
  expect(backOff(30_000, 60_000)).toBe(100);
});

it('the output of a process is passed on in whole lines, wherever it is cut, and its last one is ended', async () => {
  const stream = new PassThrough();
  const written: string[] = [];
  passOnWholeLines(stream, (lines) => written.push(lines));
  const bytes = Buffer.from('one\ntwo £\nthree');

  for (const byte of bytes) stream.write(Buffer.from([byte]));
  stream.end();
  await expect.poll(() => written).toEqual(['one\n', 'two £\n', 'three\n']);
});
