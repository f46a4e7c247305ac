import { PassThrough, Readable } from 'node:stream';
import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.ts';
import { readConfig } from '../../src/settings/config.ts';

const PROGRAM = createProgram({
  readConfig: () => readConfig({}),
  now: () => 0,
  stdin: () => Readable.from([]),
  stdout: new PassThrough(),
  stderr: new PassThrough(),
  command: 'site-traffic',
  stopSignal: () => new AbortController().signal,
});

/** The words of a command line that no command of the program knows: `serve` and `logs follow` know all of theirs. */
export function unknownWords(words: readonly string[]): readonly string[] {
  let command: Command = PROGRAM;
  const unknown: string[] = [];
  for (const word of words) {
    const next = command.commands.find((one) => one.name() === word);
    if (next) command = next;
    else if (word.startsWith('--') && !command.options.some(({ long }) => long === word)) unknown.push(word);
    else if (command === PROGRAM || command.commands.length > 0) unknown.push(word);
  }
  return command.commands.length > 0 ? [...unknown, '(no command)'] : unknown;
}
