import { existsSync } from 'node:fs';
import type { Reporter } from 'vitest/node';
import { findChromium } from './chromium.ts';
import { findPostgres } from './postgres-programs.ts';
import { findProgram, withPrometheus, withProxies } from './programs.ts';

/** In CI nothing is left out for want of a program: what needs it fails. */
const inCi = Boolean(process.env['CI']);

/** In CI a test without its programs fails; elsewhere it is left out. */
export function hasPrograms(...names: readonly string[]): boolean {
  return inCi || names.every((name) => findProgram(name) !== undefined);
}

export const withPostgres = inCi || Boolean(process.env['TEST_DATABASE_URL']) || findPostgres() !== undefined;

export const withChromium = inCi || findChromium() !== undefined;

/** The packages with which others build clients. What they build is shown in Chromium. */
export const withClients = withChromium && (inCi || existsSync('test/clients/node_modules'));

/** The platforms that senders run in, as packages. */
export const withSenders = inCi || existsSync('test/senders/node_modules');

/** PHP-FPM and nginx run their workers as another user, which only root can do. */
export const withPhp = inCi || (hasPrograms('php', 'nginx', 'php-fpm8.2') && process.getuid?.() === 0);

export const withWordPress =
  inCi || (withPhp && hasPrograms('mariadbd') && existsSync('/usr/share/wordpress'));

/** No package of Debian has Citus, so nothing expects it. */
export const withCitus = Boolean(process.env['CITUS_DATABASE_URL']);

type Part = { readonly isTested: boolean; readonly what: string; readonly add: string };

const PARTS: readonly Part[] = [
  {
    isTested: withPostgres,
    what: 'PostgreSQL, and several servers of one database',
    add: 'install PostgreSQL 15 or newer; TEST_DATABASE_URL adds the first',
  },
  {
    isTested: !withPostgres,
    what: 'the doors on the embedded database, since they were tested on PostgreSQL',
    add: 'npx vitest run --project pglite',
  },
  { isTested: hasPrograms('redis-server'), what: 'limits shared over Redis', add: 'install redis-server' },
  { isTested: hasPrograms('openssl'), what: 'Redis over TLS', add: 'install openssl' },
  { isTested: withChromium, what: 'the dashboard in a browser', add: 'install chromium' },
  {
    isTested: withClients,
    what: 'clients built with the packed package',
    add: 'install chromium, and run npm ci --prefix test/clients',
  },
  {
    isTested: withPrometheus,
    what: 'the alerts and the dashboard for Grafana',
    add: 'install prometheus and promtool',
  },
  {
    isTested: withProxies,
    what: 'the documented proxies',
    add: 'install nginx, caddy and haproxy',
  },
  {
    isTested: hasPrograms('gunicorn'),
    what: 'the sender for Python',
    add: 'install gunicorn, python3-django, python3-flask, python3-fastapi and python3-uvicorn',
  },
  {
    isTested: hasPrograms('rsyslogd', 'rclone', 'nginx', 'haproxy', 'curl') && withSenders,
    what: 'the recipes for logs',
    add: 'install rsyslog, rclone, nginx, haproxy and curl, and run npm ci --prefix test/senders',
  },
  {
    isTested: hasPrograms('syslog-ng'),
    what: 'the recipe for syslog-ng',
    add: 'unpack syslog-ng-core and syslog-ng-mod-http as .ci/run does, since its packages exclude those of rsyslog',
  },
  { isTested: hasPrograms('go'), what: 'the sender for Go', add: 'install golang-go' },
  { isTested: hasPrograms('ruby', 'puma'), what: 'the sender for Ruby', add: 'install ruby-rack and puma' },
  {
    isTested: withPhp,
    what: 'the sender for PHP',
    add: 'install php-cli, php-fpm and nginx, in version 8.2 of PHP, and run the tests as root',
  },
  {
    isTested: withWordPress,
    what: 'the plugin for WordPress',
    add: 'install wordpress, mariadb-server and php-mysql, and what the sender for PHP needs',
  },
  {
    isTested: withSenders,
    what: 'the senders for Cloudflare, Netlify and Next.js, and those for PHP and WordPress on PHP 7.4 and 8.4',
    add: 'npm ci --prefix test/senders',
  },
  { isTested: hasPrograms('systemd-analyze'), what: 'the systemd units', add: 'install systemd' },
  {
    isTested: withCitus,
    what: 'Citus',
    add: 'set CITUS_DATABASE_URL, and run npx vitest run --project citus',
  },
];

/** All tests were asked for: no project, file or name on the command line chooses some of them. */
const isWhole = process.argv
  .slice(2)
  .every(
    (argument) => argument === 'run' || (argument.startsWith('--') && !argument.startsWith('--project')),
  );

/** Says after a run of all tests what was left out, and what adds it, in a line each. */
export class LeftOutReporter implements Reporter {
  onTestRunEnd(): void {
    // below the summary, which another reporter prints
    if (isWhole) process.once('exit', printLeftOut);
  }
}

function printLeftOut(): void {
  for (const { isTested, what, add } of PARTS) {
    if (!isTested) console.error(`not tested: ${what}. To add it: ${add}`);
  }
}
