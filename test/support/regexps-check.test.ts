import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** What the check says about a file with this source. */
async function checkOf(source: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'site-traffic-regexps-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'planted.ts'), source);
  return new Promise((resolve) => {
    execFile(process.execPath, ['tools/check-regexps.js', folder], (error, _, stderr) => {
      resolve(`${error?.code ?? 0} ${stderr.replace(/.*\/(?=planted)/, '')}`);
    });
  });
}

it('the check of regular expressions accepts linear ones', async () => {
  const source = String.raw`
    export const LITERALS = [/^[^"\\]*(?:\\.[^"\\]*)*$/, /x{1,300}y/];
    export const BUILT = ['a', 'b'].map((letter) => new RegExp(letter + '$', 'm'));
  `;
  expect(await checkOf(source)).toBe('0 ');
});

it.each([
  [
    'a literal that is not linear',
    String.raw`export const trim = (text: string) => text.replace(/\s*\n\s*/g, ' ');`,
    /^1 planted\.ts:1: \/\\s\*\\n\\s\*\/g takes 2nd degree polynomial time, for example for /,
  ],
  [
    'one that is built of parts',
    "const WORDS = 'a+';\nconst many = (one: string) => RegExp('^(?:' + one + ')*$');\nexport const MANY = many(WORDS);",
    /^1 planted\.ts:2: \/\^\(\?:a\+\)\*\$\/ takes exponential time, for example for /,
  ],
  [
    'one that is built later',
    'export const find = (word: string) => new RegExp(word);',
    /^1 planted\.ts:1: build this regular expression when the module is loaded, so that it can be checked\n$/,
  ],
])('the check of regular expressions refuses %s', async (_, source, complaint) => {
  expect(await checkOf(source)).toMatch(complaint);
});
