import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../support/free-port.ts';
import type { Host, HostSettings, RunningHost } from '../host.ts';
import { makeFolder } from '../support/make-folder.ts';
import { startPhpFpm } from '../support/php-site.ts';
import { environmentOf, startProgram } from '../support/start-program.ts';

/** A folder that the workers of PHP-FPM may read, with the sender and the site, and one for its spool. */
function prepare(folder = makeFolder('php-site-')) {
  chmodSync(folder, 0o755);
  const sender = join(folder, 'site-traffic.php');
  const index = join(folder, 'index.php');
  const spool = join(folder, 'spool');
  cpSync('senders/site-traffic.php', sender);
  cpSync('test/senders/apps/php/index.php', index);
  mkdirSync(spool, { recursive: true });
  chmodSync(spool, 0o777);
  return { folder, sender, index, spool };
}

type Prepared = ReturnType<typeof prepare>;

const environment = ({ spool }: Prepared, { trustsProxy }: HostSettings) => ({
  SITE_TRAFFIC_SPOOL: spool,
  ...(trustsProxy && { SITE_TRAFFIC_TRUST_PROXY: '1' }),
});

const AS_WORKER = ['runuser', '-u', 'www-data', '--'];

/** Runs the sender as cron does, and resolves with what it printed. */
async function run(command: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)('env', command, {
    env: { PATH: process.env['PATH'], ...env },
  });
  return stdout + stderr;
}

/** A host for which cron sends, whose output includes that of cron. */
function sendingBy(
  send: () => Promise<string>,
  { output }: RunningHost,
): Pick<RunningHost, 'flush' | 'output'> {
  let sent = '';
  return {
    flush: async () => {
      sent += await send();
    },
    output: () => output() + sent,
  };
}

type FpmHost = RunningHost & {
  /** Sends what is held, by PHP with these options. */
  readonly send: (...options: readonly string[]) => Promise<string>;
};

/** PHP-FPM behind nginx, on the folder of a site that was there before, if it is named. */
export async function startOnFpm(
  settings: HostSettings,
  folder?: string,
  ini: Readonly<Record<string, string>> = {},
): Promise<FpmHost> {
  const prepared = prepare(folder);
  const env = environment(prepared, settings);
  const running = await startPhpFpm(
    {
      ...{ root: prepared.folder, index: prepared.index, folder: prepared.folder, env },
      ini: { ...ini, ...(!settings.isPlain && { auto_prepend_file: prepared.sender }) },
    },
    settings,
  );
  const send = (...options: readonly string[]) =>
    run([...AS_WORKER, 'php', ...options, prepared.sender, 'send'], { ...environmentOf(settings), ...env });
  if (settings.collector === undefined) return { ...running, send };
  return { ...running, send, ...sendingBy(send, running) };
}

/** With a log of its own, as most servers of PHP have. */
async function startLogging(settings: HostSettings): Promise<RunningHost> {
  const folder = makeFolder('php-logging-');
  const log = join(folder, 'errors.log');
  writeFileSync(log, '');
  chmodSync(log, 0o666);
  const running = await startOnFpm(settings, folder, { error_log: log });
  return { ...running, output: () => running.output() + readFileSync(log, 'utf8') };
}

export const PHP_HOSTS: readonly Host[] = [
  { name: 'PHP-FPM', holds: 'disk', start: startLogging },
  {
    name: 'the server of php -S',
    holds: 'disk',
    async start(settings) {
      const prepared = prepare();
      const port = await freePort();
      const env = {
        ...environmentOf(settings),
        ...environment(prepared, settings),
        PHP_CLI_SERVER_WORKERS: '4',
      };
      const mounted = settings.isPlain ? {} : { SENDER: prepared.sender };
      const running = await startProgram({
        command: 'php',
        args: ['-S', `127.0.0.1:${port}`, resolve(prepared.index)],
        ...{ env: { ...env, ...mounted }, url: `http://127.0.0.1:${port}`, endsAll: true },
      });
      if (settings.collector === undefined) return running;
      return { ...running, ...sendingBy(() => run(['php', prepared.sender, 'send'], env), running) };
    },
  },
];
