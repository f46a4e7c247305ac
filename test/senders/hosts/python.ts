import { resolve } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import type { Host, HostSettings } from '../host.ts';
import { environmentOf, startProgram } from '../support/start-program.ts';

export const APPS = resolve('test/senders/apps/python');
/** Debian's, which has the packages. */
export const PYTHON = '/usr/bin/python3';

export const environment = (settings: HostSettings) => ({
  ...environmentOf(settings),
  SENDERS: resolve('senders'),
  PYTHONPATH: APPS,
  PYTHONDONTWRITEBYTECODE: '1',
});

function onGunicorn(name: string, site: string, options: readonly string[]): Host {
  return {
    name,
    holds: 'memory',
    async start(settings) {
      const port = await freePort();
      const args = ['-m', 'gunicorn', '--bind', `127.0.0.1:${port}`, ...options, `site_wsgi:${site}()`];
      return startProgram({
        ...{ command: PYTHON, args, env: environment(settings) },
        url: `http://127.0.0.1:${port}`,
      });
    },
  };
}

export const PYTHON_HOSTS: readonly Host[] = [
  // one process that loads the site and forks, with a thread for each request
  onGunicorn('Flask on gunicorn', 'flask_site', ['--preload', '--workers=2', '--threads=4']),
  onGunicorn('Django on gunicorn', 'django_site', ['--workers=1']),
  {
    name: 'FastAPI on uvicorn',
    holds: 'memory',
    async start(settings) {
      const port = await freePort();
      const args = [
        '-m',
        'uvicorn',
        'site_asgi:app',
        '--port',
        String(port),
        '--no-proxy-headers',
        '--log-level',
        'critical',
      ];
      return startProgram({
        ...{ command: PYTHON, args, env: environment(settings) },
        url: `http://127.0.0.1:${port}`,
      });
    },
  },
];
