import { type Command, InvalidArgumentError } from 'commander';
import type { Database } from '../database/database.ts';
import { withDatabase } from './connect.ts';
import { type Answer, print } from './output.ts';
import type { Shell } from './shell.ts';

/** The options every command has. */
export type CommonOptions = { readonly json?: true };

type Description = {
  readonly summary: string;
  /** A command line without the program's name. */
  readonly example: string;
  /** More to know, after the options. */
  readonly remarks?: string;
};

/** A command with what all of them have: --json, and an example in its help. */
export function addCommand(parent: Command, usage: string, description: Description): Command {
  const { summary, example, remarks } = description;
  return parent
    .command(usage)
    .description(summary)
    .option('--json', 'answer with one JSON value on stdout')
    .addHelpText(
      'after',
      `${remarks === undefined ? '' : `\n${remarks}\n`}\nExample:\n  site-traffic ${example}`,
    );
}

/** Does the work on the database and prints its answer. */
export async function respond(
  shell: Shell,
  { json }: CommonOptions,
  work: (db: Database, nowMs: number) => Promise<Answer>,
): Promise<void> {
  const answer = await withDatabase(shell.readConfig(), (db) => work(db, shell.now()));
  print(answer, json);
}

/** How many days events are kept, of an argument: null for "plan"; anything but that or 1 to 99999 is wrong usage. */
export function parseRetention(text: string): number | null {
  if (text === 'plan') return null;
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a number of days from 1 to 99999, or plan.');
}

/** A whole number of an argument or option; anything else is wrong usage. */
export function parseWholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}
