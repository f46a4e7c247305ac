import type { Shell } from './shell.ts';

/** A command in a message: the name of the program, and a word after it. */
const COMMAND = /\bsite-traffic (?=[a-z])/g;

/**
 * A message in which commands are typed as they work here. What writes messages calls the program by its name, since it
 * does not know how it was installed.
 */
export function asTyped({ command }: Pick<Shell, 'command'>, message: string): string {
  return message.replaceAll(COMMAND, () => `${command} `);
}
