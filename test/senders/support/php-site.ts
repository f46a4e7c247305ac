import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import type { HostSettings, RunningHost } from '../host.ts';
import { environmentOf, startProgram } from './start-program.ts';

export type PhpSite = {
  /** Where the web server's root is, and the script that answers every path that is no file. */
  readonly root: string;
  readonly index: string;
  /** Settings of php.ini for each request. */
  readonly ini?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** For sockets, logs and what the site keeps. */
  readonly folder: string;
};

/** Serves a site by PHP-FPM behind nginx. The environment of the settings reaches PHP. */
export async function startPhpFpm(site: PhpSite, settings: HostSettings): Promise<RunningHost> {
  const { folder, ini = {}, env = {} } = site;
  // nginx reaches the socket as another user
  chmodSync(folder, 0o755);
  const socket = join(folder, 'fpm.sock');
  const port = await freePort();
  writeFileSync(join(folder, 'fpm.conf'), poolOf(socket, ini));
  writeFileSync(join(folder, 'nginx.conf'), serverOf({ ...site, socket, port }));
  const url = `http://127.0.0.1:${port}`;
  const script = `php-fpm8.2 --nodaemonize --allow-to-run-as-root --prefix "$PWD" --fpm-config fpm.conf & nginx -e stderr -p . -c nginx.conf & wait -n`;
  const running = await startProgram({
    ...{ command: '/bin/bash', args: ['-c', script], cwd: folder, url, endsAll: true },
    env: { ...environmentOf(settings), ...env },
  });
  // PHP-FPM opens its log by name, and cannot open a pipe
  return { ...running, output: () => running.output() + readFileSync(join(folder, 'php.log'), 'utf8') };
}

function poolOf(socket: string, ini: Readonly<Record<string, string>>): string {
  const values = Object.entries(ini).map(([name, value]) => `php_admin_value[${name}] = ${value}`);
  return `[global]
error_log = php.log
log_level = warning
[site]
user = www-data
group = www-data
listen = ${socket}
listen.owner = www-data
pm = static
pm.max_children = 4
clear_env = no
catch_workers_output = yes
decorate_workers_output = no
php_admin_flag[log_errors] = on
php_admin_flag[display_errors] = off
${values.join('\n')}
`;
}

type ServerParts = PhpSite & { readonly socket: string; readonly port: number };

const serverOf = ({ socket, port, root, index }: ServerParts): string => `daemon off;
user www-data;
pid nginx.pid;
worker_processes 1;
error_log stderr crit;
events {}
http {
  access_log off;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  large_client_header_buffers 4 16k;
  server {
    listen 127.0.0.1:${port};
    root ${root};
    location / {
      fastcgi_pass unix:${socket};
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME ${index};
    }
  }
}
`;
