import type { Command } from 'commander';
import type { Database } from '../database/database.ts';
import { withDatabase } from './with-database.ts';
import { type Answer, print } from './output.ts';
import type { Shell } from './shell.ts';

/** The options of a command that prints a result. */
export type CommonOptions = { readonly json?: true };

export type Description = {
  readonly summary: string;
  /** A command line, without the name of the program. */
  readonly example: string;
  /** Further help, printed below the options and wrapped to the width of the terminal. */
  readonly remarks?: string;
};

/** The width of help that is not printed on a terminal; it is also that of commander. */
const USUAL_WIDTH = 80;

/** Adds a command with the option --json, and with an example in its help. */
export function addCommand(parent: Command, usage: string, description: Description): Command {
  const command = addCommandOfStreams(parent, usage, description);
  return command.option('--json', 'print the result as one JSON value on stdout');
}

/** Adds a command without --json, because its standard output belongs to another program. */
export function addCommandOfStreams(parent: Command, usage: string, description: Description): Command {
  const { summary, example, remarks } = description;
  return parent
    .command(usage)
    .description(summary)
    .addHelpText('after', ({ command }) => {
      const help = command.createHelp();
      const width = help.helpWidth ?? USUAL_WIDTH;
      const paragraph = remarks === undefined ? '' : `\n${help.boxWrap(remarks, width)}\n`;
      return `${paragraph}\nExample:\n  ${nameOfProgram(command)} ${example}`;
    });
}

/** Runs the work on the database and prints its result. */
export async function respond(
  shell: Shell,
  { json }: CommonOptions,
  work: (db: Database, nowMs: number) => Promise<Answer>,
): Promise<void> {
  const answer = await withDatabase(shell.readConfig(), (db) => work(db, shell.now()));
  print(shell, answer, json);
}

/** How the program is typed. */
function nameOfProgram(command: Command): string {
  return command.parent === null ? command.name() : nameOfProgram(command.parent);
}
