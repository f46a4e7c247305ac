import {
  appendFileSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { landingsBefore } from '../../src/logs/landings-before.ts';
import { recordedParts } from '../../src/logs/recorded-parts.ts';
import { createClassifier } from '../../src/recording/classify-request.ts';
import { type FollowerRun, useFollower } from './run-follower.ts';

const WINDOW_MS = 1_800_000;
const MIDNIGHT = Date.parse('2026-03-02T00:00:00Z');
const { signal: stop } = new AbortController();
const classify = createClassifier({ siteDomain: 'example.com' });

/** A line of a visitor, so many minutes after midnight; one who comes from ChatGPT has a page. */
function line(minutes: number, landing?: string): string {
  const at = new Date(MIDNIGHT + minutes * 60_000);
  const day = `${String(at.getUTCDate()).padStart(2, '0')}/Mar/2026`;
  const referrer = landing === undefined ? '-' : 'https://chatgpt.com/';
  return `192.0.2.1 - - [${day}:${at.toISOString().slice(11, 19)} +0000] "GET ${landing ?? '/'} HTTP/1.1" 200 5 "${referrer}" "Mozilla/5.0 Firefox/140.0"\n`;
}

type Log = { readonly path: string; readonly follower: FollowerRun };

/** A log of these lines, which a follower has read and left. */
async function followed(...lines: readonly string[]): Promise<Log> {
  const folder = mkdtempSync(join(tmpdir(), 'site-traffic-landings-'));
  const path = join(folder, 'access.log');
  writeFileSync(path, lines.join(''));
  const follower = useFollower(path);
  onTestFinished(async () => {
    await follower.kill();
    rmSync(folder, { recursive: true });
  });
  await follower.untilIdle();
  await follower.kill();
  return { path, follower };
}

/** The pages of the landings that are read again when the log is followed on. */
async function landingsOf({ path, follower }: Log): Promise<readonly string[]> {
  const parts = recordedParts(path, { book: follower.memory.book, stop });
  const readOptions = { format: undefined, classify };
  const landings = await landingsBefore(parts, { readOptions, windowMs: WINDOW_MS });
  return landings.map(({ pagePath }) => pagePath);
}

async function readOn({ follower }: Log): Promise<void> {
  await follower.untilIdle();
  await follower.kill();
}

it('a log that is followed on shows the landings of the window before its place, in their order', async () => {
  const log = await followed(
    line(0, '/old'),
    line(9.99, '/too-old'),
    line(10, '/first'),
    line(39, '/last'),
    line(40),
  );
  appendFileSync(log.path, line(41, '/not-recorded'));

  expect(await landingsOf(log)).toEqual(['/first', '/last']);
});

it('of a log that was never read there is nothing to read again', async () => {
  const log = await followed();
  appendFileSync(log.path, line(0, '/a'));

  expect(await landingsOf(log)).toEqual([]);
});

it('the window goes on in the files that were rotated, over midnight, packed or not', async () => {
  const log = await followed(line(-31, '/too-old'), line(-20, '/packed'));
  writeFileSync(`${log.path}.2.gz`, gzipSync(line(-31, '/too-old') + line(-20, '/packed')));
  writeFileSync(log.path, line(-10, '/rotated'));
  await readOn(log);
  renameSync(log.path, `${log.path}.1`);
  writeFileSync(log.path, line(1, '/new') + line(5));
  await readOn(log);

  expect(await landingsOf(log)).toEqual(['/packed', '/rotated', '/new']);
});

it('right after a rotation, before the new file has a line, the window is that of the rotated file', async () => {
  const log = await followed(line(-40, '/too-old'), line(-5, '/a'), line(-1));
  renameSync(log.path, `${log.path}.1`);
  expect(await landingsOf(log)).toEqual(['/a']);

  writeFileSync(log.path, line(2, '/not-recorded'));
  expect(await landingsOf(log)).toEqual(['/a']);
});

it('the rest of a rotated file has its window, though a newer file was read', async () => {
  const log = await followed(line(-60, '/too-old'), line(-25, '/a'), line(-1));
  renameSync(log.path, `${log.path}.1`);
  writeFileSync(log.path, line(20, '/b'));
  await readOn(log);
  expect(await landingsOf(log)).toEqual(['/b']);

  appendFileSync(`${log.path}.1`, line(0));
  expect(await landingsOf(log)).toEqual(['/a', '/b']);
});

it('a truncated log shows what was copied before, and nothing else', async () => {
  const log = await followed(line(0, '/copied'), line(1));
  writeFileSync(`${log.path}.1`, line(0, '/copied') + line(1));
  truncateSync(log.path);
  appendFileSync(log.path, line(2, '/not-recorded'));
  expect(await landingsOf(log)).toEqual(['/copied']);

  unlinkSync(`${log.path}.1`);
  expect(await landingsOf(log)).toEqual([]);
});

it('a damaged file among the rotated ones is left out', async () => {
  const text = line(0, '/lost') + line(1);
  const log = await followed(text);
  writeFileSync(`${log.path}.2.gz`, gzipSync(text).subarray(0, 40));
  writeFileSync(log.path, line(3, '/kept'));
  await readOn(log);

  expect(await landingsOf(log)).toEqual(['/kept']);
});

it('a long log is read in steps of whole lines, up to one whose lines are all too old', async () => {
  // 4 MB: a line a second, and a landing a minute
  const seconds = Array.from({ length: 36_000 }, (_, second) =>
    line(second / 60, second % 60 === 0 ? `/${second / 60}` : undefined),
  );
  const log = await followed(...seconds);
  const readBack = async (hours: number) => {
    const read: number[] = [];
    const readOptions = {
      format: undefined,
      classify(record: Parameters<typeof classify>[0]) {
        read.push(record.timeMs);
        return classify(record);
      },
    };
    const parts = recordedParts(log.path, { book: log.follower.memory.book, stop });
    const landings = await landingsBefore(parts, { readOptions, windowMs: hours * 3_600_000 });
    expect(new Set(read).size).toBe(read.length);
    return { pages: landings.map(({ pagePath }) => pagePath), lines: read.length };
  };
  const lastHours = (hours: number) =>
    Array.from({ length: hours * 60 }, (_, n) => `/${600 - hours * 60 + n}`);

  expect(await readBack(4)).toEqual({ pages: lastHours(4), lines: 36_000 });
  const { pages, lines } = await readBack(1);
  expect(pages).toEqual(lastHours(1));
  expect(lines).toBeLessThan(36_000);
});
