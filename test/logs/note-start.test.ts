import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rename, rm, readFile, truncate, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { digestOfLine } from '../../src/logs/first-line.ts';
import type { LogNote } from '../../src/logs/notes.ts';
import { noteStart } from '../../src/logs/note-start.ts';
import type { Following } from '../../src/logs/tail.ts';
import { crawlLine, createMemoryBook } from './memory-book.ts';

const TEXT = crawlLine(0) + crawlLine(1);
const RECORDED_MS = Date.parse('2026-03-01T10:00:00Z');

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'site-traffic-start-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'access.log');
}

/** What is noted when a follower starts whose log began with these lines, of which it had recorded the first. */
async function startOn(path: string): Promise<readonly LogNote[]> {
  const { book, logs } = createMemoryBook();
  const notes: LogNote[] = [];
  const line = Buffer.from(crawlLine(0).trimEnd());
  const log = { siteId: 'site', firstLine: digestOfLine(line), copy: 0 };
  const place = { bytes: line.length + 1, digest: '', readerState: null };
  (logs as unknown[]).push({ ...log, ...place, path, modifiedAtMs: RECORDED_MS });
  const { signal: stop } = new AbortController();
  const note = (one: LogNote) => notes.push(one);
  await noteStart({ book, path, note, stop } as unknown as Following);
  return notes;
}

/** In two parts, as a copy or a packed file is written. */
async function writeInParts(path: string, content: Buffer): Promise<void> {
  const stream = createWriteStream(path);
  await once(stream, 'open');
  stream.write(content.subarray(0, 20));
  await new Promise(setImmediate);
  stream.end(content.subarray(20));
  await once(stream, 'close');
}

/** Every way in which a log is rotated, one after the other. At each moment, some file holds all of its text. */
async function rotateOnce(path: string): Promise<void> {
  await rename(path, `${path}.1`);
  await writeFile(path, crawlLine(2));
  await rename(`${path}.1`, `${path}.2`);
  await rename(path, `${path}.1`);
  await writeFile(path, crawlLine(3));
  await writeInParts(`${path}.2.gz`, gzipSync(await readFile(`${path}.2`)));
  await unlink(`${path}.2`);
  await writeInParts(`${path}.3`, gunzipSync(await readFile(`${path}.2.gz`)));
  await unlink(`${path}.2.gz`);
  await rename(`${path}.3`, path);
  await writeInParts(`${path}.1`, await readFile(path));
  await truncate(path);
  await writeFile(path, crawlLine(4));
  await rename(`${path}.1`, path);
}

it('reports no loss of a log that is rotated all the while', async () => {
  const path = await makeFolder();
  await writeFile(path, TEXT);
  const state = { isOver: false };
  const rotating = (async () => {
    while (!state.isOver) await rotateOnce(path);
  })();
  const notes: LogNote[] = [];
  for (let starts = 0; starts < 300; starts++) notes.push(...(await startOn(path)));
  state.isOver = true;
  await rotating;

  expect(notes).toEqual([]);
});

it('reports no loss of a log whose text was appended to another', async () => {
  const path = await makeFolder();
  await writeFile(`${path}.1`, crawlLine(7) + TEXT + crawlLine(8));
  await writeFile(path, crawlLine(9));

  expect(await startOn(path)).toEqual([]);
});

it('reports the loss of a log that is in no file, and whether another took its place', async () => {
  const path = await makeFolder();
  const lost = { kind: 'log-lost', bytes: crawlLine(0).length } as const;
  expect(await startOn(path)).toEqual([{ ...lost, isReplaced: false }]);

  await writeFile(`${path}.1`, crawlLine(7) + crawlLine(1));
  await writeFile(path, crawlLine(9));
  expect(await startOn(path)).toEqual([{ ...lost, isReplaced: true }]);
});
