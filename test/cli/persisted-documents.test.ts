import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useCommandLine } from './support.ts';

const { folder, runWith } = useCommandLine();

it.each([
  ['missing', undefined, /missing\.json: there is no such file$/],
  ['not JSON', '{', /must be a JSON object with the text of each document by its hash$/],
  ['a list', '[]', /must be a JSON object with the text of each document by its hash$/],
  ['of other values', '{"a": {"query": "{ a }"}}', /must be a JSON object with the text of each document/],
])('a server whose manifest of documents is %s does not start', async (name, text, reason) => {
  const file = join(folder, `${name}.json`);
  if (text !== undefined) writeFileSync(file, text);
  for (const workers of [{}, { WORKERS: '1' }]) {
    const env = { PERSISTED_DOCUMENTS: file, ...workers };
    const { exitCode, stderr } = await runWith({ env }, 'serve', '--port', '0');
    expect([exitCode, stderr.trimEnd()]).toEqual([2, expect.stringMatching(reason)]);
    expect(stderr).toMatch(/^site-traffic: the persisted documents: /);
  }
});
