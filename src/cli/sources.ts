import type { Command } from 'commander';
import { addSetDrain } from './set-drain.ts';
import type { Shell } from './shell.ts';
import { addSourcesList } from './sources-list.ts';

/** `sources list`, `sources set`. */
export function addSourcesCommands(program: Command, shell: Shell): void {
  const sources = program.command('sources').description('show and manage what sends traffic to a site');
  addSourcesList(sources, shell);
  addSetDrain(sources, shell);
}
