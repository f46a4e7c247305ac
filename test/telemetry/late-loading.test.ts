import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Their libraries. */
const LARGE = /OTLPTraceExporter|prom-client\/lib/;

/** What a file of the program loads before it runs, and what that loads, and so on. */
function loadedWith(file: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const [, next = ''] of textOf(file).matchAll(/^(?:import|export|\}).*?"\.\/([\w.-]+\.js)";$/gm))
    loadedWith(next, loaded);
  return loaded;
}

function textOf(file: string): string {
  return readFileSync(`dist/current/${file}`, 'utf8');
}

it('the program loads metrics and traces only where the settings ask for them', () => {
  const server = /import\("\.\/(server-[\w-]+\.js)"\)/.exec(textOf('main.js'))?.[1] ?? '';
  const loaded = [...loadedWith('main.js'), ...loadedWith(server)];
  const late = /import\("\.\/((?:tracing|metrics)-\w+\.js)"\)/g;
  const asked = loaded.flatMap((file) => [...textOf(file).matchAll(late)].map(([, name]) => name ?? ''));

  expect(loaded.length).toBeGreaterThan(3);
  expect(loaded.filter((file) => LARGE.test(textOf(file)))).toEqual([]);
  expect(asked.map((file) => [...loadedWith(file)].some((one) => LARGE.test(textOf(one))))).toEqual([
    true,
    true,
  ]);
});
