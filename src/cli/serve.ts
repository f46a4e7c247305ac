import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { prepareToServe, reportSeparateLimits } from '../serving/prepare-to-serve.ts';
import { readServerConfig } from '../serving/request-rules.ts';
import { serveUntilStopped } from '../serving/serve-until-stopped.ts';
import { serveAsWorker } from '../serving/workers/serve-as-worker.ts';
import { serveWithWorkers } from '../serving/workers/serve-with-workers.ts';
import type { Config } from '../settings/config.ts';
import { parsePort, parseWorkers } from './arguments.ts';
import { type CommonOptions, addCommand } from './command.ts';
import { NegativeAnswer, describeFailure } from './failures.ts';
import { print } from './output.ts';
import type { Shell } from './shell.ts';

export type ServeOptions = CommonOptions & {
  readonly port?: number;
  readonly host?: string;
  readonly workers?: number | 'auto';
};

/** `serve`. */
export function addServeCommand(program: Command, shell: Shell): void {
  const command = addCommand(program, 'serve', {
    summary: 'serve REST and GraphQL until stopped',
    example: 'serve --port 8080',
    remarks:
      'Prints its address on stdout and logs to stderr. On SIGINT or SIGTERM it finishes the requests in flight; a second signal ends it at once. You can run other commands meanwhile. With --workers this process serves nothing itself: it starts so many that share the port, replaces those that die, and on SIGHUP all of them, one after the other and without a pause.',
  });
  command.option(
    '--workers <number>',
    'processes that serve, or auto for one per core (default: WORKERS, or this process)',
    parseWorkers,
  );
  addListenOptions(command).action(async (options: ServeOptions) =>
    serve(shell, withListenOptions(await readServerConfig(shell.readConfig), options), options),
  );
}

/** Adds the options for the port and the address. */
export function addListenOptions(command: Command): Command {
  return command
    .option('--port <port>', 'the port, 0 for any free one (default: PORT, or 4000)', parsePort)
    .option('--host <host>', 'the address to listen on (default: HOST, or 127.0.0.1)');
}

/** The settings, with the options of the command line in place of those of the environment. */
export function withListenOptions(config: Config, { port, host, workers }: ServeOptions): Config {
  return {
    ...config,
    port: port ?? config.port,
    host: host ?? config.host,
    workers: workers ?? config.workers,
  };
}

/** Serves a migrated database, with workers or without, or as one of them. */
export async function serve(shell: Shell, config: Config, { json }: CommonOptions): Promise<void> {
  if (cluster.isWorker) {
    if (await serveAsWorker(shell, config, describeFailure)) return;
    throw new NegativeAnswer('the primary process reports the failure');
  }
  const announce = (url: string) => {
    print(shell, { value: { url }, lines: [`listening on ${url}`] }, json);
  };
  const { workers } = config;
  if (workers !== undefined) {
    const count = workers === 'auto' ? availableParallelism() : workers;
    return serveWithWorkers(shell, config, { count, announce });
  }
  return serveUntilStopped(shell, config, {
    async prepare(db, stop, log) {
      await prepareToServe(config, { db, stop, log });
      await reportSeparateLimits(config, { db, log, starting: 1 });
    },
    announce: ({ url }) => {
      announce(url);
    },
  });
}
