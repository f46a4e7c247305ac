import type { Command } from 'commander';
import { WRONG_USAGE } from './failures.ts';

/** Adds `help` to the program and to each group of commands. Commander's own accepts names of no command. */
export function addHelpCommands(program: Command): void {
  const groups = program.commands.filter(({ commands }) => commands.length > 0);
  for (const parent of [program, ...groups]) addHelpCommand(parent);
}

function addHelpCommand(parent: Command): void {
  parent
    .helpCommand(false)
    .command('help')
    .argument('[command...]')
    .description('show the help of a command')
    .helpOption(false)
    .action((names: readonly string[]) => {
      names.reduce(requireCommand, parent).help();
    });
}

function requireCommand(parent: Command, name: string): Command {
  const command = parent.commands.find((one) => one.name() === name);
  return command ?? parent.error(`unknown command '${name}'`, { exitCode: WRONG_USAGE });
}
