import { readFileSync, readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const FIRST_LOAD_BYTES = 60_000;

it('the scripts that the dashboard loads first have at most 60 kB, gzipped', () => {
  const page = readFileSync('dist/current/dashboard/index.html', 'utf8');
  const scripts = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path = '']) =>
    readFileSync(`dist/current/dashboard/${path}`),
  );
  expect(scripts.length).toBeGreaterThan(1);
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0);
  expect(bytes).toBeLessThan(FIRST_LOAD_BYTES);
});

it('no script of the dashboard has what is for debugging: a folder of the machine that built it', () => {
  const scripts = readdirSync('dist/current/dashboard/assets').filter((name) => name.endsWith('.js'));
  const texts = scripts.map((name) => readFileSync(`dist/current/dashboard/assets/${name}`, 'utf8'));
  expect(texts.filter((text) => text.includes(process.cwd()))).toEqual([]);
});

it('every script and style sheet of the dashboard is packed, and its fonts are whole files', () => {
  const names = readdirSync('dist/current/dashboard/assets');
  const texts = names.filter((name) => /\.(?:js|css)$/.test(name));
  expect(names).toEqual(expect.arrayContaining(texts.flatMap((name) => [`${name}.br`, `${name}.gz`])));
  expect(names.filter((name) => name.endsWith('.woff2'))).toHaveLength(2);
});
