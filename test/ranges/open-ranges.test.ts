import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openRanges } from '../../src/ranges/open-ranges.ts';
import { readRangeFile, writeRangeFile } from '../../src/ranges/range-file.ts';
import { PATIENTLY } from '../support/patience.ts';

const RETRIEVED = '2026-11-01T10:00:00.000Z';
const ADDRESS = '192.0.2.1';

/** A file with one list, whose fields may be replaced. */
function fileWith(prefix: string, changed: object = {}): string {
  const list = {
    operator: 'OpenAI',
    bots: ['GPTBot'],
    address: 'https://openai.com/gptbot.json',
    retrievedAt: RETRIEVED,
    prefixes: [prefix],
  };
  return JSON.stringify({ lists: [{ ...list, ...changed }] });
}

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ranges-'));
  file = join(folder, 'ranges.json');
  await writeFile(file, fileWith('192.0.2.0/24'));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

async function replaceFile(text: string): Promise<void> {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}

describe('openRanges', () => {
  it('reads the installed lists unless another file is named', async () => {
    const installed = await openRanges();
    const named = await openRanges({ file });
    expect([installed.verdictOf('GPTBot', ADDRESS), installed.updatedAtMs()]).toEqual(['no-list', null]);
    expect([named.verdictOf('GPTBot', ADDRESS), named.updatedAtMs()]).toEqual([
      'verified',
      Date.parse(RETRIEVED),
    ]);
    installed.close();
    named.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('takes a new file into use within a minute, keeps it beside a bad one, and reports that once', async () => {
    const onFault = vi.fn();
    const { verdictOf, close } = await openRanges({ file, onFault });
    await replaceFile(fileWith('198.51.100.0/24'));
    expect(verdictOf('GPTBot', ADDRESS)).toBe('verified');
    vi.advanceTimersByTime(60_000);
    await vi.waitUntil(() => verdictOf('GPTBot', ADDRESS) === 'outside', PATIENTLY);
    await replaceFile(fileWith('192.0.2.1/24'));
    vi.advanceTimersByTime(60_000);
    await vi.waitUntil(() => onFault.mock.calls.length === 1, PATIENTLY);
    vi.advanceTimersByTime(120_000);
    expect(verdictOf('GPTBot', ADDRESS)).toBe('outside');
    await replaceFile(fileWith('192.0.2.0/24'));
    vi.advanceTimersByTime(60_000);
    await vi.waitUntil(() => verdictOf('GPTBot', ADDRESS) === 'verified', PATIENTLY);
    expect(onFault.mock.calls.map(([cause]) => String(cause))).toEqual([
      expect.stringContaining(`${file} cannot be used: lists.0.prefixes.0: 192.0.2.1/24 has bits set`),
    ]);
    close();
  });
});

describe('a file of lists', () => {
  it.each([
    ['', 'the file: '],
    ['[]', 'the file: '],
    ['{}', 'lists: '],
    [fileWith('192.0.2.0/24', { bots: 'GPTBot' }), 'lists.0.bots: '],
    [fileWith('192.0.2.0/24', { retrievedAt: 'yesterday' }), 'lists.0.retrievedAt: '],
    [fileWith('192.0.2.0/24', { address: undefined }), 'lists.0.address: '],
    [
      fileWith('0.0.0.0/0'),
      'lists.0.prefixes.0: 0.0.0.0/0 is too large a range: the largest allowed is /8. ',
    ],
  ])('is refused if it is another one: %s', async (text, complaint) => {
    await replaceFile(text);
    await expect(openRanges({ file })).rejects.toThrow(
      new RegExp(
        `^The file of bot ranges ${file} cannot be used: ${complaint}.*Use a file that "site-traffic ranges update" wrote\\.$`,
      ),
    );
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is refused if it is missing', async () => {
    const missing = join(folder, 'missing.json');
    await expect(openRanges({ file: missing })).rejects.toThrow(
      `The file of bot ranges ${missing} does not exist. Make it with: site-traffic ranges update.`,
    );
  });

  it('is refused if it is a folder', async () => {
    await expect(openRanges({ file: folder })).rejects.toThrow(
      `The file of bot ranges ${folder} cannot be read. Use a file that "site-traffic ranges update" wrote.`,
    );
  });

  it('is written so that it is read again as the same, and leaves no other file behind', async () => {
    const lists = await readRangeFile(file);
    await writeRangeFile(file, lists);
    expect(await readRangeFile(file)).toEqual(lists);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(fileWith('192.0.2.0/24')));
    const taken = join(folder, 'taken');
    await mkdir(taken);
    await expect(writeRangeFile(taken, lists)).rejects.toThrow('EISDIR');
    expect(await readdir(folder)).toEqual(['ranges.json', 'taken']);
  });
});
