import type { Command } from 'commander';
import { addCommandOfStreams } from './command.ts';
import { CommandFailure, WRONG_USAGE } from './failures.ts';
import { forward } from './mcp/forward.ts';
import { createPostMessage } from './mcp/post-message.ts';
import type { Shell } from './shell.ts';

/** `mcp`. */
export function addMcpCommand(program: Command, shell: Shell): void {
  addCommandOfStreams(program, 'mcp', {
    summary: 'forward an assistant (MCP) from standard input to a running server',
    example: 'mcp',
    remarks:
      'Reads SITE_TRAFFIC_URL, the address of the server, and SITE_TRAFFIC_KEY, an API key that reads. Each line of standard input is a message, and so is each line of standard output. The command needs no database, and ends when its standard input does.',
  }).action(async () => {
    const { url, key } = shell.readConfig().assistant;
    if (key === undefined)
      throw new CommandFailure(
        'SITE_TRAFFIC_KEY is missing; set it to an API key of the server, made by: site-traffic key create --account EMAIL',
        { exitCode: WRONG_USAGE },
      );
    await forward({
      input: shell.stdin(),
      write: (message) => shell.stdout.write(`${JSON.stringify(message)}\n`),
      post: createPostMessage(url, key),
    });
  });
}
