import type { Command } from 'commander';
import type { Config } from '../config.ts';
import { parsePort } from './arguments.ts';
import { type CommonOptions, addCommand } from './command.ts';
import { requireMigrated } from './connect.ts';
import { print } from './output.ts';
import { readServerConfig } from './request-rules.ts';
import { serveUntilStopped } from './serving.ts';
import type { Shell } from './shell.ts';

export type ServeOptions = CommonOptions & { readonly port?: number; readonly host?: string };

/** `serve`. */
export function addServeCommand(program: Command, shell: Shell): void {
  const command = addCommand(program, 'serve', {
    summary: 'serve REST and GraphQL until stopped',
    example: 'serve --port 8080',
    remarks:
      'Prints its address on stdout and logs to stderr. On SIGINT or SIGTERM it finishes the requests in flight; a second signal ends it at once. You can run other commands meanwhile.',
  });
  addListenOptions(command).action(async (options: ServeOptions) =>
    serve(shell, withListenOptions(await readServerConfig(shell), options), options),
  );
}

/** Adds the options for the port and the address. */
export function addListenOptions(command: Command): Command {
  return command
    .option('--port <port>', 'the port, 0 for any free one (default: PORT, or 4000)', parsePort)
    .option('--host <host>', 'the address to listen on (default: HOST, or 127.0.0.1)');
}

/** The settings, with the options of the command line in place of those of the environment. */
export function withListenOptions(config: Config, { port, host }: ServeOptions): Config {
  return { ...config, port: port ?? config.port, host: host ?? config.host };
}

/** Serves a migrated database. */
export function serve(shell: Shell, config: Config, { json }: CommonOptions): Promise<void> {
  return serveUntilStopped(shell, config, {
    prepare: async (db, stop) => {
      await requireMigrated(config, db);
      stop.throwIfAborted();
    },
    announce: ({ url }) => {
      print(shell, { value: { url }, lines: [`listening on ${url}`] }, json);
    },
  });
}
