import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openCountries } from '../../src/countries/open-countries.ts';
import { makeDatabase } from './make-database.ts';
import { PATIENTLY } from '../support/patience.ts';

const countriesAllIn = (code: string) =>
  makeDatabase({ type: 'country', ipVersion: 4, networks: { 0: { country_code: code } } });

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countries-'));
  file = join(folder, 'countries.mmdb');
  await writeFile(file, countriesAllIn('DE'));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

async function replaceFile(bytes: Buffer): Promise<void> {
  await writeFile(`${file}.new`, bytes);
  await rename(`${file}.new`, file);
}

describe('openCountries', () => {
  it('tells countries from the installed database unless another file is named', async () => {
    const installed = await openCountries();
    const named = await openCountries({ file });
    expect([installed.countryOf('8.8.8.8'), named.countryOf('8.8.8.8')]).toEqual(['US', 'DE']);
    installed.close();
    named.close();
  });

  it('refuses a missing file by its name', async () => {
    const missing = join(folder, 'missing.mmdb');
    await expect(openCountries({ file: missing })).rejects.toThrow(missing);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('takes a new file into use within a minute, and not before', async () => {
    const { countryOf, close } = await openCountries({ file });
    await replaceFile(countriesAllIn('FR'));
    vi.advanceTimersByTime(59_999);
    expect(countryOf('8.8.8.8')).toBe('DE');
    vi.advanceTimersByTime(1);
    await vi.waitUntil(() => countryOf('8.8.8.8') === 'FR', PATIENTLY);
    await replaceFile(countriesAllIn('NL'));
    vi.advanceTimersByTime(60_000);
    await vi.waitUntil(() => countryOf('8.8.8.8') === 'NL', PATIENTLY);
    close();
  });

  it('keeps the old one in use beside a damaged or a missing one, told once, until a good one comes', async () => {
    const onFault = vi.fn();
    const { countryOf, close } = await openCountries({ file, onFault });
    await replaceFile(countriesAllIn('FR').subarray(0, 20));
    vi.advanceTimersByTime(60_000);
    await vi.waitUntil(() => onFault.mock.calls.length === 1, PATIENTLY);
    await rm(file);
    vi.advanceTimersByTime(60_000);
    await vi.waitUntil(() => onFault.mock.calls.length === 2, PATIENTLY);
    vi.advanceTimersByTime(120_000);
    expect(countryOf('8.8.8.8')).toBe('DE');
    await replaceFile(countriesAllIn('FR'));
    vi.advanceTimersByTime(60_000);
    await vi.waitUntil(() => countryOf('8.8.8.8') === 'FR', PATIENTLY);
    expect(onFault.mock.calls.map(([cause]) => String(cause))).toEqual([
      expect.stringContaining(`The country database ${file} cannot be read.`),
      expect.stringContaining(`The country database ${file} cannot be read.`),
    ]);
    close();
  });

  it('stops looking once closed', async () => {
    const { close } = await openCountries({ file });
    expect(vi.getTimerCount()).toBe(1);
    close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
