import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { INSTALLED } from '../../src/catalogue/catalogue.ts';
import { createClassifier } from '../../src/recording/classify-request.ts';
import { openCatalogue } from '../../src/serving/open-catalogue.ts';

const PATIENTLY = { timeout: 10_000 };
const folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
const file = join(folder, 'catalogue.json');
const fileWith = (name: string) => JSON.stringify({ bots: [{ name, company: 'Acme', purpose: 'agent' }] });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  writeFileSync(file, fileWith('FirstBot'));
});
afterEach(() => vi.useRealTimers());
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function replaceFile(text: string): Promise<void> {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}

function classifyingBy(catalogue: () => typeof INSTALLED) {
  const classify = createClassifier({ siteDomain: 'example.com', catalogue });
  return (userAgent: string) => {
    const found = classify({
      ...{ timeMs: 0, method: 'GET', target: '/', status: 200, bytes: 5, userAgent, referrer: undefined },
      ...{ host: undefined, address: '-', hasAgentField: true, requestId: undefined },
    });
    return 'passedOver' in found
      ? found.passedOver
      : found.events.map((event) => event.type === 'bot' && event.botName);
  };
}

it('is the installed catalogue without a file', async () => {
  const { catalogue, close } = await openCatalogue({});
  expect([catalogue(), vi.getTimerCount()]).toEqual([INSTALLED, 0]);
  close();
});

it('a classifier takes a new file into use within a minute, keeps it beside a bad one, and reports that once', async () => {
  const onFault = vi.fn();
  const { catalogue, close } = await openCatalogue({ file, onFault });
  const seen = classifyingBy(catalogue);
  expect([seen('FirstBot/1'), seen('SecondBot/1')]).toEqual([['FirstBot'], 'other-robot']);

  await replaceFile(fileWith('SecondBot'));
  expect(seen('FirstBot/1')).toEqual(['FirstBot']);
  const first = catalogue();
  vi.advanceTimersByTime(60_000);
  await vi.waitUntil(() => catalogue() !== first, PATIENTLY);
  expect([seen('FirstBot/1'), seen('SecondBot/1')]).toEqual(['other-robot', ['SecondBot']]);

  await replaceFile('{"bots":[{"name":"X"}]}');
  vi.advanceTimersByTime(60_000);
  await vi.waitUntil(() => onFault.mock.calls.length === 1, PATIENTLY);
  vi.advanceTimersByTime(120_000);
  expect(seen('SecondBot/1')).toEqual(['SecondBot']);
  expect(onFault.mock.calls.map(([cause]) => String(cause))).toEqual([
    `Error: the catalogue ${file} cannot be used: bots[0] ("X"): "company" must be a text of 1 to 200 characters in one line; got nothing`,
  ]);
  close();
  expect(vi.getTimerCount()).toBe(0);
});

it('a file that is none is refused with its name', async () => {
  await replaceFile('nonsense');
  await expect(openCatalogue({ file })).rejects.toThrow(
    `the catalogue ${file} cannot be used: the file must be JSON`,
  );
  const missing = join(folder, 'missing.json');
  await expect(openCatalogue({ file: missing })).rejects.toThrow(
    `the catalogue: cannot read ${missing}: there is no such file`,
  );
  await replaceFile(`{"bots":[${'1,'.repeat(24)}1]}`);
  await expect(openCatalogue({ file })).rejects.toThrow(/bots\[19\]: it must be a JSON object; and 5 more$/);
});
