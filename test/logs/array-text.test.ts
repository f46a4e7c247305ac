import { expect, it } from 'vitest';
import { textOfArray } from '../../src/logs/array-text.ts';
import type { LogText } from '../../src/logs/log-text.ts';

function textOf(text: string): LogText {
  const bytes = Buffer.from(text);
  return {
    read: (into, offset) => Promise.resolve(bytes.copy(into, 0, offset)),
    bytesRead: () => bytes.length,
    close: () => Promise.resolve(),
  };
}

async function readAll(text: string): Promise<string> {
  const into = Buffer.alloc(2 * text.length + 1);
  const log = await textOfArray(textOf(text));
  const length = await log.read(into, 0);
  await log.close();
  return into.toString('utf8', 0, length);
}

const OBJECTS = [
  { text: 'a "quoted" \\ and ] } [ {', list: [1, [2], { three: 3 }] },
  { text: 'é\n', list: [] },
];
const LINES = OBJECTS.map((one) => `${JSON.stringify(one)}\n`).join('');

it.each([
  ['in one line', JSON.stringify(OBJECTS)],
  ['in several lines', JSON.stringify(OBJECTS, null, 2)],
  ['with a line end', `${JSON.stringify(OBJECTS, null, '\t')}\n`],
  ['after a byte order mark', `\uFEFF ${JSON.stringify(OBJECTS)}`],
])('gives the objects of an array %s, one in each line', async (_, text) => {
  expect(await readAll(text)).toBe(LINES);
});

it('gives the objects of an array that is longer than what is read at a time', async () => {
  const many = Array.from({ length: 20_000 }, (_, n) => ({ n, text: '"é"' }));
  expect(await readAll(JSON.stringify(many))).toBe(many.map((one) => `${JSON.stringify(one)}\n`).join(''));
});

it.each([
  ['lines of text', 'GET /\nGET /\n'],
  ['an object in each line', '{"a":1}\n{"a":2}\n'],
  ['an array in each line', '[{"a":1}]\n[{"a":2}]\n'],
  ['an array that is not complete', '[{"a":1},{"a"'],
  ['lines that begin with a bracket', '[01/Mar/2026:10:00:00 +0000] - 200\n'],
  ['no text', ''],
])('leaves %s unchanged', async (_, text) => {
  expect(await readAll(text)).toBe(text);
});
