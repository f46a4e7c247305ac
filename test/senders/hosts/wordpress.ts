import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Host, HostSettings, RunningHost } from '../host.ts';
import { type MariaDb, startMariaDb } from '../support/mariadb.ts';
import { makeFolder } from '../support/make-folder.ts';
import { startPhpFpm } from '../support/php-site.ts';
import { environmentOf } from '../support/start-program.ts';

/** Debian's package. */
const WORDPRESS = '/usr/share/wordpress';
const APP = resolve('test/senders/apps/wordpress');

type Installed = { readonly folder: string; readonly database: MariaDb };

let installed: Promise<Installed> | undefined;
let sites = 0;

/** Installs WordPress once, with the plugin and without it, in a database each: a site of a test is a copy of one. */
async function install(): Promise<Installed> {
  const folder = makeFolder('wordpress-');
  chmodSync(folder, 0o755);
  cpSync(WORDPRESS, folder, {
    recursive: true,
    dereference: true,
    filter: (path) => !path.endsWith('.htaccess'),
  });
  cpSync(join(APP, 'wp-config.php'), join(folder, 'wp-config.php'));
  mkdirSync(join(folder, 'wp-content/mu-plugins'));
  cpSync(join(APP, 'pages.php'), join(folder, 'wp-content/mu-plugins/pages.php'));
  cpSync('senders/site-traffic-wordpress', join(folder, 'wp-content/plugins/site-traffic'), {
    recursive: true,
  });
  const database = await startMariaDb();
  const variants = { plain: [], reporting: ['plugin'], trusting: ['plugin'] };
  for (const [name, options] of Object.entries(variants)) {
    await database.query(`CREATE DATABASE ${name}`);
    const from = name === 'trusting' ? 'x-forwarded-for' : 'connection';
    await runPhp({ folder, database }, name, ['install.php', ...options], { ADDRESS_FROM: from });
  }
  return { folder, database };
}

async function runPhp(
  { folder, database: { socket } }: Installed,
  name: string,
  [script = '', ...options]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const own = { PATH: process.env['PATH'], WP_DATABASE: name, WP_SOCKET: socket, ...env };
  const { stdout, stderr } = await promisify(execFile)('php', [join(APP, script), folder, ...options], {
    env: own,
  });
  return stdout + stderr;
}

export type WordPressSite = RunningHost & {
  readonly query: MariaDb['query'];
  /** The HTML of the plugin's page. */
  readonly settingsPage: () => Promise<string>;
  /** Starts its servers again on the same database. */
  readonly again: () => Promise<WordPressSite>;
};

/** A site of its own on PHP-FPM behind nginx, or one whose database was there before. */
export async function startWordPress(settings: HostSettings, before?: string): Promise<WordPressSite> {
  const wordpress = await (installed ??= install());
  const { folder, database } = wordpress;
  const name = before ?? `site${++sites}`;
  const variant = settings.isPlain ? 'plain' : settings.trustsProxy ? 'trusting' : 'reporting';
  if (before === undefined) await database.copy(variant, name);
  const env = { WP_DATABASE: name, WP_SOCKET: database.socket };
  const running = await startPhpFpm(
    { root: folder, index: join(folder, 'index.php'), folder: makeFolder('wordpress-site-'), env },
    settings,
  );
  let sent = '';
  return {
    ...running,
    // that of WP-Cron, too
    output: () => running.output() + sent,
    query: (statement) => database.query(`USE ${name}; ${statement}`),
    settingsPage: () => runPhp(wordpress, name, ['settings-page.php'], environmentOf(settings)),
    again: () => startWordPress(settings, name),
    ...(settings.collector && {
      flush: async () => {
        sent += await runPhp(wordpress, name, ['send.php'], environmentOf(settings));
      },
    }),
  };
}

export const WORDPRESS_HOST: Host = { name: 'WordPress on PHP-FPM', holds: 'disk', start: startWordPress };
