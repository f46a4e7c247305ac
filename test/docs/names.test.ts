import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REFUSALS } from '../../src/domain/refusal.ts';
import { SETTINGS } from '../../src/settings/settings.ts';
import { unknownWords } from '../deploy/commands.ts';
import { PAPERS, codeOf } from './pages.ts';

/** Where a command may begin: at the start of a line, behind an operator of the shell, or behind what runs it. */
const COMMAND =
  /(?:^|[|;&(`]|\bsudo|\bexec|\b[A-Z_]+=\S*)\s*(?:npx )?(?:site-traffic|node \S*dist\/cli\.js)[ \t]+([a-z-][^|;&)<>\n`]*)/gm;

/** The command lines of the program that a page shows, without what a shell puts in or takes out. */
function commandsOf(page: string): readonly string[] {
  return codeOf(page).flatMap((code) => {
    const text = code.replace(/\\\n\s*/g, ' ').replace(/<[a-z. ]+>|\[[a-z. ]+\]/gi, ' ');
    return [...text.matchAll(COMMAND)].map(([, words = '']) => words.replace(/ #.*| [0-9]*$/, '').trim());
  });
}

/** What stands in quotes is one word, which names no command. */
function wordsOf(line: string): readonly string[] {
  return [...line.replaceAll('=', ' ').matchAll(/'[^']*'|"[^"]*"|\S+/g)].map(([word]) => word);
}

describe.each(PAPERS)('%s', (page) => {
  it('shows commands and options that exist', () => {
    const wrong = commandsOf(page).flatMap((line) => {
      const words = wordsOf(line);
      const unknown = words.includes('--help') ? [] : unknownWords(words);
      return unknown.length > 0 ? [`${line}: ${unknown.join(' ')}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  it('names settings and codes that exist', () => {
    const named = codeOf(page).flatMap(
      (code) => code.match(/(?<![\w$-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?!\w)/g) ?? [],
    );
    expect([...new Set(named)].filter((name) => !isKnown(name))).toEqual([]);
  });
});

it('the pages show many commands', () => {
  expect(PAPERS.flatMap(commandsOf).length).toBeGreaterThan(100);
});

const CODE = ['src', 'deploy', 'senders']
  .flatMap((folder) => filesIn(folder))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** What stands for a value of the reader, and names of other programs. */
const OTHERS = [
  ...[
    'SITE_ID',
    'KEY_ID',
    'API_KEY',
    'CONTAINER_ID',
    'HTTPS_PROXY',
    'GRAPHQL_PARSE_FAILED',
    'OTHER_SITE',
    'CREATED_AT',
    'A_CODE',
  ],
  ...[
    'COLLECT_KEY',
    'START_TIME',
    'RESPONSE_CODE',
    'RESPONSE_FLAGS',
    'BYTES_SENT',
    'DOWNSTREAM_REMOTE_ADDRESS',
  ],
  ...['APACHE_LOG_DIR', 'NODE_EXTRA_CA_CERTS', 'NEXT_MANUAL_SIG_HANDLE', 'NEXT_RUNTIME'],
  ...['OTLP_TRACES_ENDPOINT', 'OTLP_HEADERS'].map((name) => `OTEL_EXPORTER_${name}`),
  ...['SERVICE_NAME', 'RESOURCE_ATTRIBUTES', 'TRACES_SAMPLER'].map((name) => `OTEL_${name}`),
];

function isKnown(name: string): boolean {
  return name in SETTINGS || name in REFUSALS || OTHERS.includes(name) || CODE.includes(name);
}

function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`);
}
