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
  let isValue = false;
  const unknown: string[] = [];
  for (const word of words) {
    const next = command.commands.find((one) => one.name() === word);
    const option = command.options.find(({ long }) => long === word);
    if (isValue) isValue = false;
    else if (next) command = next;
    else if (option) isValue = option.required || option.optional;
    else if (word.startsWith('--') || command === PROGRAM || command.commands.length > 0) unknown.push(word);
  }
  return isGroup(command) ? [...unknown, '(no command)'] : unknown;
}

/** `events` has commands and options of its own: it lists. */
function isGroup(command: Command): boolean {
  return command === PROGRAM || (command.commands.length > 0 && command.options.length === 0);
}
