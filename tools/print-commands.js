// Prints the commands of the command line (src/cli/program.ts), with their own help, as docs/commands.md. With --check it
// writes nothing and exits with 1 if the page has changed.
import { loadSource } from './load-source.js';
import { writeGenerated } from './write-generated.js';

const SOURCE = 'src/cli/program.ts';

const HEAD = `<!-- printed by "npm run generate" from ${SOURCE} -->

# Commands

The program is \`site-traffic\` where the package is installed, and \`node dist/cli.js\` in a clone of the repository after
\`npm run build\`. \`site-traffic --help\` lists the commands, and every command has its own \`--help\`.

Commands use the database of [\`DATABASE_URL\`](settings.md#database_url), or else the embedded one in
[\`DATA_DIR\`](settings.md#data_dir). You can run them while a server is running. No command ever prompts.

With \`--json\`, a command writes exactly one JSON value to standard output, in snake_case, and everything else to standard
error. Without it, \`site create\` and \`key create\` write only the id or the key to standard output, for scripts.

## Exit codes

| code | meaning |
|---|---|
| 0 | the command did what it was asked to do |
| 1 | it failed, and says why in one line on standard error; or it ended well and its answer is no, such as a failed check |
| 2 | wrong usage, a setting that is not allowed, or an invalid name, domain, e-mail address or date |
| 130, 143 | it was stopped by SIGINT (Ctrl C) or SIGTERM before it was done |
`;

/** Where nothing is read and nothing is written: only the help of the commands is wanted. */
const NOWHERE = { command: 'site-traffic', stdout: { columns: Number.MAX_SAFE_INTEGER }, stderr: {} };

/** The commands that do something, those of a group after the group. */
function withInner(command) {
  return [command, ...command.commands.flatMap(withInner)].filter((one) => one.name() !== 'help');
}

function section(command) {
  const help = command.createHelp();
  const isGroup = command.commands.length > 0;
  const isTop = command.parent === program;
  const { remarks, example } = furtherHelp(command);
  const parts = [
    `${isTop ? '##' : '###'} ${nameOf(command)}`,
    sentence(help.commandDescription(command)),
    ...(isGroup && command.options.length === 0 ? [] : [block(help.commandUsage(command))]),
    table('argument', help.visibleArguments(command), (one) => [one.name(), help.argumentDescription(one)]),
    table('option', optionsOf(command), (one) => [
      one.flags,
      `${one.mandatory ? 'required: ' : ''}${help.optionDescription(one)}`,
    ]),
    withBlocks(remarks),
    example && `Example:\n\n${block(example)}`,
  ];
  return `\n${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Those of the command itself, without --help. What most commands have is last. */
function optionsOf({ options }) {
  return options.toSorted((a, b) => Number(a.long === '--json') - Number(b.long === '--json'));
}

/** What the command prints below its options: a paragraph, if it has one, and an example. */
function furtherHelp(command) {
  const written = [];
  command.emit('afterHelp', { error: false, command, write: (text) => written.push(text) });
  const [remarks = '', example = ''] = written.join('').split('\nExample:\n');
  return { remarks: remarks.trim(), example: example.trim() };
}

/** Its name behind those of its groups, without the name of the program. */
function nameOf(command) {
  return command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

function table(head, entries, cellsOf) {
  if (entries.length === 0) return '';
  const rows = entries.map((entry) => {
    const [name, text] = cellsOf(entry);
    return `| \`${name.replaceAll('|', '\\|')}\` | ${marked(text)} |`;
  });
  return [`| ${head} | meaning |`, '|---|---|', ...rows].join('\n');
}

/** Remarks as Markdown: indented lines are an example, which is JSON everywhere. */
function withBlocks(remarks) {
  return remarks
    .split(/((?:^ {2}.*\n?)+)/m)
    .filter(Boolean)
    .map((part) =>
      part.startsWith('  ') ? block(part.trimEnd().replace(/^ {2}/gm, ''), 'json') : marked(part.trim()),
    )
    .join('\n\n');
}

function block(text, language = 'sh') {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

function sentence(text) {
  return `${marked(text.charAt(0).toUpperCase() + text.slice(1))}${/[.!]$/.test(text) ? '' : '.'}`;
}

/** Plain text as Markdown: names of options and settings and e-mail addresses are code, and nothing else means anything. */
function marked(text) {
  const names = /(--[a-z-]+|\b[A-Z]+(?:_[A-Z]+)+\b|\b[\w.]+@[\w.]+\w)/;
  return text
    .split(names)
    .map((part) => (names.test(part) ? `\`${part}\`` : part.replace(/[\\`*_<[\]|]/g, '\\$&')))
    .join('');
}

const { createProgram } = await loadSource(SOURCE);
const program = createProgram(NOWHERE);
const commands = program.commands.flatMap(withInner);
writeGenerated('docs/commands.md', HEAD + commands.map(section).join(''), SOURCE);
