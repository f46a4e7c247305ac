// Prints the list of settings (src/settings/settings.ts) as README's table and as .env.example, and the log formats
// (src/recording/log-formats.ts) as another table of README. With --check it writes nothing and exits with 1 if one of
// them has changed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const BEGIN = '<!-- settings: printed by "npm run generate" from src/settings/settings.ts -->\n';
const END = '<!-- /settings -->\n';
const FORMATS_BEGIN =
  '<!-- log formats: printed by "npm run generate" from src/recording/log-formats.ts -->\n';
const FORMATS_END = '<!-- /log formats -->\n';
const WIDTH = 110;

/** Node 20 imports no TypeScript, so esbuild translates it first. */
async function load(source) {
  const outfile = `node_modules/.cache/site-traffic/${basename(source, '.ts')}.mjs`;
  mkdirSync('node_modules/.cache/site-traffic', { recursive: true });
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
  return import(pathToFileURL(resolve(outfile)).href);
}

function readmeTable(settings) {
  const rows = settings.map(([name, { preset, presetNote, meaning }]) => {
    const shown = preset === undefined ? presetNote : `\`${preset}\``;
    return ['', `\`${name}\``, shown ?? '', meaning, ''].join(' | ').replaceAll('  ', ' ').trim();
  });
  return ['', '| variable | default | meaning |', '|---|---|---|', ...rows, '', ''].join('\n');
}

/** A format without a text of its own is in the row of the one that it is a lesser form of. */
function formatsTable(formats) {
  const rows = formats
    .filter(({ readme }) => readme)
    .map(({ name, withoutAgents, readme: { logs, lack = '' } }) => {
      const names = [name, withoutAgents].filter(Boolean).map((one) => `\`${one}\``);
      return ['', names.join(', '), logs, lack, ''].join(' | ').replaceAll('  ', ' ').trim();
    });
  return ['', '| `--format` | log | what it lacks |', '|---|---|---|', ...rows, '', ''].join('\n');
}

function withTable(readme, table, [begin, end]) {
  const [from, until] = [readme.indexOf(begin), readme.indexOf(end)];
  if (from < 0 || until < from) throw new Error(`README.md lacks the lines ${begin}${end}`);
  return readme.slice(0, from + begin.length) + table + readme.slice(until);
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

const settings = Object.entries((await load('src/settings/settings.ts')).SETTINGS);
const { LOG_FORMATS } = await load('src/recording/log-formats.ts');
const readme = withTable(readFileSync('README.md', 'utf8'), readmeTable(settings), [BEGIN, END]);
const printed = {
  'README.md': withTable(readme, formatsTable(LOG_FORMATS), [FORMATS_BEGIN, FORMATS_END]),
  '.env.example': envExample(settings),
};
for (const [file, text] of Object.entries(printed)) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
    continue;
  }
  console.error(
    `${file} differs from src/settings/settings.ts or src/recording/log-formats.ts; run: npm run generate`,
  );
  process.exitCode = 1;
}
