// Prints the list of settings (src/settings/settings.ts) as docs/settings.md and as .env.example, and the log formats
// (src/recording/log-formats.ts) as a table of docs/access-logs.md. With --check it writes nothing and exits with 1 if one
// of them has changed.
import { readFileSync } from 'node:fs';
import { loadSource } from './load-source.js';
import { writeGenerated } from './write-generated.js';

const SETTINGS_SOURCE = 'src/settings/settings.ts';
const FORMATS_SOURCE = 'src/recording/log-formats.ts';
const FORMATS_PAGE = 'docs/access-logs.md';
const BEGIN = `<!-- log formats: printed by "npm run generate" from ${FORMATS_SOURCE} -->\n`;
const END = '<!-- /log formats -->\n';
const WIDTH = 110;

const HEAD = `<!-- printed by "npm run generate" from ${SETTINGS_SOURCE} -->

# Settings

Each setting is an environment variable. An empty variable counts as unset. The program reads the environment and no
file: load a file with \`node --env-file=settings.env\`, \`EnvironmentFile=\` of systemd, or \`env_file\` of a compose file.
If values are not allowed, the program names all of them when it starts, and exits with 2.

\`.env.example\` in the repository has every setting with its default.
`;

function settingsPage(settings) {
  const sections = settings.map(([name, { preset, presetNote, meaning }]) => {
    const shown = preset === undefined ? presetNote : `\`${preset}\``;
    const byDefault = shown === undefined ? '' : `\n\nDefault: ${shown}`;
    return `\n## ${name}\n\n${sentence(meaning)}${byDefault}\n`;
  });
  return HEAD + sections.join('');
}

/** A sentence of its own, though one may begin with a name in code or a link. */
function sentence(text) {
  return `${text.replace(/^\[?[a-z]/, (start) => start.toUpperCase())}.`;
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

function withTable(page, table) {
  const [from, until] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || until < from) throw new Error(`${FORMATS_PAGE} lacks the lines ${BEGIN}${END}`);
  return page.slice(0, from + BEGIN.length) + table + page.slice(until);
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

const settings = Object.entries((await loadSource(SETTINGS_SOURCE)).SETTINGS);
const { LOG_FORMATS } = await loadSource(FORMATS_SOURCE);
writeGenerated('docs/settings.md', settingsPage(settings), SETTINGS_SOURCE);
writeGenerated('.env.example', envExample(settings), SETTINGS_SOURCE);
writeGenerated(
  FORMATS_PAGE,
  withTable(readFileSync(FORMATS_PAGE, 'utf8'), formatsTable(LOG_FORMATS)),
  FORMATS_SOURCE,
);
