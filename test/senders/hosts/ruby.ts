import { resolve } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import type { Host } from '../host.ts';
import { environmentOf, startProgram } from '../support/start-program.ts';

function onPuma(name: string, options: readonly string[]): Host {
  return {
    name,
    holds: 'memory',
    async start(settings) {
      const port = await freePort();
      const quiet = ['--no-config', '--environment', 'production', '--quiet'];
      return startProgram({
        command: 'puma',
        args: [...quiet, '--bind', `tcp://127.0.0.1:${port}`, ...options, 'config.ru'],
        cwd: resolve('test/senders/apps/ruby'),
        env: { ...environmentOf(settings), SENDERS: resolve('senders') },
        url: `http://127.0.0.1:${port}`,
      });
    },
  };
}

export const PUMA_HOST = onPuma('puma', []);

export const RUBY_HOSTS: readonly Host[] = [
  PUMA_HOST,
  // a process that loads the site and forks
  onPuma('a cluster of puma', ['--workers', '2', '--preload']),
];
