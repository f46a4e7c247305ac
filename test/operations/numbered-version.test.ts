import { describe, expect, it } from 'vitest';
import { MOST_VERSIONS, type RobotsVersion } from '../../src/domain/robots-version.ts';
import { numberedAll } from '../../src/operations/numbered-version.ts';

const versionsOf = (texts: readonly string[]): readonly RobotsVersion[] =>
  texts.map((text, index) => ({ id: index + 1, sinceMs: index, origin: 'file', text }));

async function remarksOn(text: string) {
  const [version] = await numberedAll(versionsOf([text]));
  return { signals: version?.signals, invalidLines: version?.invalidLines };
}

const signals = (values: readonly string[]) => values.map((value) => `Content-Signal: ${value}\n`).join('');

it('versions are numbered in their order, each in force until the next', async () => {
  const shown = await numberedAll(versionsOf(['', 'Disallow: /', '']));
  expect(shown.map(({ number, sinceMs, untilMs }) => [number, sinceMs, untilMs])).toEqual([
    ...[
      [1, 0, 1],
      [2, 1, 2],
      [3, 2, null],
    ],
  ]);
});

describe('what is remarkable about a text', () => {
  it('is at most a hundred signals with 4,000 characters, and how many more there are', async () => {
    const short = Array.from({ length: 103 }, (_, n) => `ai-train=${n}`);
    expect((await remarksOn(signals(short.slice(0, 100)))).signals).toEqual(short.slice(0, 100));
    expect((await remarksOn(signals(short))).signals).toEqual([...short.slice(0, 100), '3 more']);
    const long = ['a', 'b', 'c'].map((letter) => letter.repeat(2_000));
    expect((await remarksOn(signals(long.slice(0, 2)))).signals).toEqual(long.slice(0, 2));
    expect((await remarksOn(signals(long))).signals).toEqual([...long.slice(0, 2), '1 more']);
  });

  it('is at most a thousand lines that crawlers ignore', async () => {
    const { invalidLines } = await remarksOn('what\n'.repeat(1_001));
    expect(invalidLines).toEqual(Array.from({ length: 1_000 }, (_, n) => n + 1));
  });

  it('is found once, also of as many versions as a site can have, each with as much as is shown', async () => {
    const most = signals(Array.from({ length: 101 }, () => 'x'.repeat(40))) + 'what\n'.repeat(1_001);
    const versions = versionsOf(Array.from({ length: MOST_VERSIONS }, (_, n) => `# ${n}\n${most}`));
    const first = await numberedAll(versions);
    const again = await numberedAll(versions);
    expect(again.filter(({ invalidLines }, n) => invalidLines !== first[n]?.invalidLines)).toHaveLength(0);
  });

  it('is looked for in turns with others', async () => {
    let turns = 0;
    const count = () => void (turns++, (timer = setImmediate(count)));
    let timer = setImmediate(count);
    await numberedAll(
      versionsOf(Array.from({ length: 20 }, (_, n) => `# ${n}\n${'what\n'.repeat(100_000)}`)),
    );
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(5);
  });
});
