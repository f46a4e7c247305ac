import type { Command } from 'commander';

/** A word that can stand on a command line. */
export type Word = { readonly text: string; readonly description: string };

/** An option. */
export type CommandOption = Word & {
  readonly takesValue: boolean;
  /** The values that are allowed; none for an option that takes any. */
  readonly choices: readonly string[];
};

/** What can stand behind a command, or behind the program itself. */
export type CommandNode = {
  /** The words of the command, each behind a space: ` account create`; empty for the program. */
  readonly path: string;
  readonly commands: readonly Word[];
  readonly options: readonly CommandOption[];
  /** The values that its arguments may have; none if they may have any. */
  readonly values: readonly string[];
};

const HELP: CommandOption = {
  ...{ text: '--help', description: 'display help for command' },
  ...{ takesValue: false, choices: [] },
};

/** The program and all of its commands, each before those that belong to it. */
export function commandTree(program: Command): readonly CommandNode[] {
  return nodesAt(program, '');
}

function nodesAt(command: Command, path: string): readonly CommandNode[] {
  const node = {
    path,
    commands: command.commands.map((one) => ({ text: one.name(), description: one.description() })),
    options: [...command.options.map(optionOf), HELP],
    values: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  };
  return [node, ...command.commands.flatMap((one) => nodesAt(one, `${path} ${one.name()}`))];
}

function optionOf({ long, description, required, argChoices }: Command['options'][number]): CommandOption {
  return { text: long ?? '', description, takesValue: required, choices: argChoices ?? [] };
}

/** The paths of all commands, which the scripts follow along a command line. */
export function pathsIn(tree: readonly CommandNode[]): readonly string[] {
  return tree.map(({ path }) => path).filter((path) => path !== '');
}

/** All words that can stand behind a command. */
export function wordsAt({ commands, options, values }: CommandNode): readonly string[] {
  return [...[...commands, ...options].map(({ text }) => text), ...values];
}
