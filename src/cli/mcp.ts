import type { Command } from 'commander';
import { CommandFailure, WRONG_USAGE } from './failures.ts';
import { forward } from './mcp/forward.ts';
import { createPostMessage } from './mcp/post-message.ts';
import type { Shell } from './shell.ts';

const EXAMPLE = `
Reads SITE_TRAFFIC_URL, the address of the server, and SITE_TRAFFIC_KEY, an API
key that reads. It needs no database, and ends when its standard input does.

Example:
  SITE_TRAFFIC_URL=https://stats.example.com SITE_TRAFFIC_KEY=... site-traffic mcp`;

/** `mcp`. Its standard output belongs to the protocol, so it has no --json. */
export function addMcpCommand(program: Command, shell: Shell): void {
  program
    .command('mcp')
    .description('forward an assistant (MCP) from standard input to a running server')
    .addHelpText('after', EXAMPLE)
    .action(async () => {
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
