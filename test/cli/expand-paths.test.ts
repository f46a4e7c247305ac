import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { expandPaths } from '../../src/cli/logs/expand-paths.ts';

const folder = mkdtempSync(join(tmpdir(), 'site-traffic-paths-'));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

mkdirSync(join(folder, 'deep', 'er'), { recursive: true });
mkdirSync(join(folder, '[a] {b}'));
for (const name of ['b.log', 'a.log', '.a.log', '*.log', '!c.log', 'ä.log', '[a] {b}/d.log', 'deep/er/e.log'])
  writeFileSync(join(folder, name), '');

it.each([
  ['a path without wildcards is itself, even if nothing is there', 'missing.log', ['missing.log']],
  ['a path that exists is itself, even if it has a wildcard', '*.log', ['*.log']],
  ['a pattern is replaced by what matches, sorted', '?.log', ['*.log', 'a.log', 'b.log', 'ä.log']],
  ['hidden files match only a pattern that starts with a dot', '.?.log', ['.a.log']],
  ['brackets, braces and exclamation marks stand for themselves', '[a] {b}/?.log', ['[a] {b}/d.log']],
  ['an exclamation mark does not negate', '!?.log', ['!c.log']],
  ['wildcards stay within a name', '**/*/e.log', ['deep/er/e.log']],
  ['a folder of any name matches', 'd*/er/*', ['deep/er/e.log']],
  ['a parent folder is followed', 'deep/../a.lo?', ['a.log']],
])('%s', (_, pattern, found) => {
  expect(expandPaths([`${folder}/${pattern}`])).toEqual(found.map((name) => join(folder, name)));
});

it('each file counts once', () => {
  const log = join(folder, 'a.log');
  expect(expandPaths([log, join(folder, 'a*.log'), log])).toEqual([log]);
});

it('a pattern that matches nothing is an error', () => {
  expect(() => expandPaths([`${folder}/**.txt`])).toThrow(`no file matches ${folder}/**.txt`);
});
