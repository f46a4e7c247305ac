// Prints the table of settings (src/settings/settings.ts) as README's table and as .env.example. With --check it writes nothing
// and exits with 1 if one of them has changed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const BEGIN = '<!-- settings: printed by "npm run generate" from src/settings/settings.ts -->\n';
const END = '<!-- /settings -->\n';
const WIDTH = 110;

/** Node 20 imports no TypeScript, so esbuild translates it first. */
async function loadSettings() {
  const outfile = 'node_modules/.cache/site-traffic/settings.mjs';
  mkdirSync('node_modules/.cache/site-traffic', { recursive: true });
  await build({
    entryPoints: ['src/settings/settings.ts'],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
  const { SETTINGS } = await import(pathToFileURL(resolve(outfile)).href);
  return Object.entries(SETTINGS);
}

function readmeTable(settings) {
  const rows = settings.map(([name, { preset, presetNote, meaning }]) => {
    const shown = preset === undefined ? presetNote : `\`${preset}\``;
    return ['', `\`${name}\``, shown ?? '', meaning, ''].join(' | ').replaceAll('  ', ' ').trim();
  });
  return ['', '| variable | default | meaning |', '|---|---|---|', ...rows, '', ''].join('\n');
}

function readmeWith(table) {
  const readme = readFileSync('README.md', 'utf8');
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`README.md lacks the lines ${BEGIN}${END}`);
  return readme.slice(0, begin + BEGIN.length) + table + readme.slice(end);
}

const INTRODUCTION =
  'Every setting with its default; an empty value counts as unset. The program reads the environment, not this file: ' +
  'load it with e.g. `node --env-file=.env dist/cli.js serve`.';

function envExample(settings) {
  const lines = settings.map(([name, { preset = '', meaning }]) => {
    const plain = meaning.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '');
    return `${comment(plain)}${name}=${preset}\n`;
  });
  return [comment(INTRODUCTION), ...lines].join('\n');
}

function comment(text) {
  const lines = text.match(new RegExp(`\\S.{0,${WIDTH - 3}}(?=\\s|$)`, 'g'));
  return lines.map((line) => `# ${line}\n`).join('');
}

const settings = await loadSettings();
const printed = { 'README.md': readmeWith(readmeTable(settings)), '.env.example': envExample(settings) };
for (const [file, text] of Object.entries(printed)) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
    continue;
  }
  console.error(`${file} differs from src/settings/settings.ts; run: npm run generate`);
  process.exitCode = 1;
}
