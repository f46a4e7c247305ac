import type { Command } from 'commander';
import { addSetDrain } from './set-drain.ts';
import type { Shell } from './shell.ts';

/** `sources set`. */
export function addSourcesCommands(program: Command, shell: Shell): void {
  const sources = program.command('sources').description('manage what sends traffic to a site');
  addSetDrain(sources, shell);
}
