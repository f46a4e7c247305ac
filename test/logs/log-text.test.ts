import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { openLogText } from '../../src/logs/log-text.ts';

it('leaves the file open when a compressed log is closed before its end, so that it can be read again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'site-traffic-text-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'access.log.1.gz');
  const written = randomBytes(1_000_000);
  writeFileSync(path, gzipSync(written));
  const handle = await open(path);
  onTestFinished(() => handle.close());
  const text = await openLogText(handle, path, new AbortController().signal);
  const read = async (offset: number, length: number) => {
    const into = Buffer.alloc(length);
    return into.subarray(0, await text.read(into, offset));
  };

  const start = await read(0, 100);
  await text.close();
  for (let turn = 0; turn < 20; turn++) await nextTurn();

  expect(start).toEqual(written.subarray(0, 100));
  expect((await handle.stat()).size).toBeGreaterThan(0);
  // compared byte by byte, a megabyte takes seconds
  expect(written.equals(await read(0, written.length + 1))).toBe(true);
  await text.close();
});
