import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { finish, untilMatch, useCommandLine } from './support.ts';

const { dataDir } = useCommandLine();

/** Runs a command on a terminal of 60 columns, with the locale C. */
function beginOnTerminal(command: string) {
  const { PATH, TMPDIR } = process.env;
  return spawn('script', ['-qec', `stty cols 60; exec node dist/cli.js ${command}`, '/dev/null'], {
    env: { PATH, TMPDIR, DATA_DIR: dataDir, LC_ALL: 'C' },
  });
}

it.each([
  '',
  'start',
  'serve',
  'account delete',
  'site list',
  'key create',
  'logs import',
  'events expire',
  'mcp',
])('the help of "%s" fits into 60 columns, except for its example, in ASCII', async (command) => {
  const { stdout } = await finish(beginOnTerminal(`${command} --help`));
  const lines = stdout.replace(/\nExample:[^]*/, '').split('\r\n');
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => line.length > 60)).toEqual([]);
  expect(stdout).toMatch(/^[\t\r\n -~]*$/);
});

it.each(['logs import', 'logs follow', 'logs forget', 'start', 'mcp'])(
  'the remarks in the help of "%s" fill their lines',
  async (command) => {
    const { stdout } = await finish(beginOnTerminal(`${command} --help`));
    const remarks = stdout.split('\r\n\r\n').at(-2)?.split('\r\n') ?? [];
    expect(remarks.length).toBeGreaterThan(2);
    const nextWords = remarks.slice(1).map((line) => line.split(' ', 1)[0] ?? '');
    const withNext = nextWords.map((word, index) => `${remarks[index] ?? ''} ${word}`);
    expect(withNext.filter((line) => line.length <= 60)).toEqual([]);
  },
);

it('no log line runs through the text of start on a terminal', async () => {
  const child = beginOnTerminal('start --port 0');
  const finished = finish(child);
  const [, url = ''] = await untilMatch(child.stdout, /listening on (\S+)\r\n[^]*The API key is in \S+\r\n/);
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  child.stdin.write('\u0003');
  const { stdout } = await finished;
  expect(stdout).not.toContain('"level"');
  expect(stdout).toMatch(/^[\t\r\n -~]*$/);
});
