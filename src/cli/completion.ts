import type { Command } from 'commander';
import { wordArgument } from './arguments.ts';
import { addCommandOfStreams } from './command.ts';
import { bashCompletion } from './completion/bash.ts';
import { commandTree } from './completion/command-tree.ts';
import { fishCompletion } from './completion/fish.ts';
import { zshCompletion } from './completion/zsh.ts';
import type { Shell } from './shell.ts';

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

/** `completion`. */
export function addCompletionCommand(program: Command, shell: Shell): void {
  addCommandOfStreams(program, 'completion', {
    summary: 'print a script with which a shell completes the commands and options of site-traffic',
    example: 'completion bash > ~/.local/share/bash-completion/completions/site-traffic',
    remarks:
      'For zsh, write it to a file _site-traffic in a folder of fpath; for fish, to ~/.config/fish/completions/site-traffic.fish. The shell completes what is typed as "site-traffic".',
  })
    .addArgument(wordArgument('<shell>', 'the shell', Object.keys(SCRIPTS)))
    .action((name: keyof typeof SCRIPTS) => {
      shell.stdout.write(SCRIPTS[name](commandTree(program)));
    });
}
