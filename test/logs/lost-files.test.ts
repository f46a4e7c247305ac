import { mkdtempSync, rmSync, unlinkSync, utimesSync, writeFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { describeNote } from '../../src/cli/logs/describe-note.ts';
import { openTails } from '../../src/logs/open-tails.ts';
import type { Following } from '../../src/logs/tail.ts';
import { crawlLine, createMemoryBook } from './memory-book.ts';

const RECORDED_MS = Date.parse('2026-03-01T10:00:00Z');
const LATER_S = RECORDED_MS / 1000 + 60;

/** The files that are lost when this happens to `access.log.1` after it was listed, and before it is opened. */
async function lostWhen(happen: (path: string) => void, modifiedAtS = LATER_S): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'site-traffic-lost-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'access.log');
  for (const [name, line] of Object.entries({ '.2': 1, '.1': 2, '': 3 })) {
    writeFileSync(path + name, crawlLine(line));
    utimesSync(path + name, modifiedAtS, name === '.2' ? modifiedAtS - 1 : modifiedAtS);
  }
  const { book, logs } = createMemoryBook();
  const log = { siteId: 'site', firstLine: 'of another file', copy: 0, readerState: null };
  (logs as unknown[]).push({ ...log, bytes: 1, digest: '', path, modifiedAtMs: RECORDED_MS });
  let asked = 0;
  // asked whenever a file is read, first the oldest
  const stop = { throwIfAborted: () => (asked++ === 0 ? happen(`${path}.1`) : undefined) };
  const following = { book, path, now: () => RECORDED_MS, note: () => undefined, stop };
  const { tails, lost } = await openTails(following as unknown as Following, [], RECORDED_MS);
  await Promise.all(tails.map((tail) => tail.close()));
  expect(asked).toBeGreaterThan(0);
  return lost.map((file) => `${basename(file.path)} ${file.size}`);
}

it('a file that is deleted between being listed and being opened is named, with the bytes it had', async () => {
  expect(await lostWhen(unlinkSync)).toEqual([`access.log.1 ${crawlLine(2).length}`]);
});

it('a file that is renamed meanwhile is not lost', async () => {
  expect(await lostWhen((path) => renameSync(path, path.replace(/1$/, '5')))).toEqual([]);
});

it('a file that was not changed after what is recorded is not lost', async () => {
  expect(await lostWhen(unlinkSync, RECORDED_MS / 1000)).toEqual([]);
});

it('the operator is told how many there were', () => {
  expect(describeNote({ kind: 'file-lost', file: 'access.log.1', bytes: 88, count: 2 })).toBe(
    'access.log.1 was deleted before it was read: its 88 bytes are not recorded (2 files lost since the start)',
  );
});
