import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../support/free-port.ts';

export type ProxyName = 'nginx' | 'caddy' | 'haproxy';

/** What a proxy is configured with beside the README: where it listens, what it serves, and who may sign in. */
type Site = {
  readonly folder: string;
  readonly port: number;
  readonly upstream: string;
  readonly user: string;
  readonly password: string;
};

type Proxy = {
  /** The README's configuration, of which only addresses and users are changed. */
  readonly configure: (documented: string, site: Site) => string;
  readonly args: (file: string, folder: string) => readonly string[];
};

const PROXIES: Readonly<Record<ProxyName, Proxy>> = {
  nginx: {
    configure: (documented, { folder, port, upstream, user, password }) => {
      writeFileSync(join(folder, 'htpasswd'), `${user}:{PLAIN}${password}\n`);
      const locations = documented
        .replaceAll('127.0.0.1:4000', upstream)
        .replace('/etc/nginx/site-traffic.htpasswd', join(folder, 'htpasswd'));
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
        .join(' ');
      const server = `server { listen 127.0.0.1:${port}; ${locations} }`;
      const own = `daemon off; master_process off; pid ${folder}/pid; error_log stderr;`;
      return `${own} events {} http { access_log off; ${temporary} ${server} }`;
    },
    args: (file, folder) => ['-p', folder, '-e', 'stderr', '-c', file],
  },
  caddy: {
    configure: (documented, { port, upstream, user, password }) => {
      const hash = execFileSync('caddy', ['hash-password', '--plaintext', password], { encoding: 'utf8' });
      const site = documented
        .replaceAll('127.0.0.1:4000', upstream)
        .replace('traffic.example.org {', `http://127.0.0.1:${port} {`)
        .replace('basic_auth', 'basicauth')
        .replace(/you@example\.org \S+/, () => `${user} ${hash.trim()}`);
      return `{\n\tadmin off\n\tauto_https off\n}\n${site}`;
    },
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  haproxy: {
    configure: (documented, { port, upstream, user, password }) => {
      const site = documented
        .replaceAll('127.0.0.1:4000', upstream)
        .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
        .replace(/user you@example\.org .*/, () => `user ${user} insecure-password ${password}`);
      const times = ['connect', 'client', 'server'].map((end) => `\ttimeout ${end} 60s\n`).join('');
      return `defaults\n\tmode http\n${times}\n${site}`;
    },
    args: (file) => ['-db', '-f', file],
  },
};

/** The configuration of a proxy under a heading of the README. */
export function documentedConfiguration(name: ProxyName, heading: string): string {
  const [, section = ''] = readFileSync('README.md', 'utf8').split(`\n### ${heading}\n`);
  const [text = ''] = section.split(/\n##/);
  const [, configuration] = new RegExp(`\`\`\`${name}\\n(.*?)\`\`\``, 's').exec(text) ?? [];
  if (configuration === undefined) throw new Error(`no configuration of ${name} under "${heading}"`);
  return configuration;
}

/** Starts a proxy with a configuration of the README, until the test ends. Returns its port. */
export async function startProxy(
  name: ProxyName,
  documented: string,
  asked: Pick<Site, 'upstream' | 'user' | 'password'>,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), `site-traffic-${name}-`));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const port = await freePort();
  const file = join(folder, 'configuration');
  const { configure, args } = PROXIES[name];
  writeFileSync(file, configure(documented, { folder, port, ...asked }));
  // Caddy keeps files in its home
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  const child = spawn(name, args(file, folder), { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    if (child.kill('SIGKILL')) await ended;
  });
  await once(child, 'spawn'); // rejects where it is not installed
  await untilListening(port, () => {
    if (child.exitCode !== null) throw new Error(`${name} has ended: ${said}`);
  });
  return port;
}

async function untilListening(port: number, requireAlive: () => void): Promise<void> {
  for (;;) {
    const answered = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => undefined);
    await answered?.arrayBuffer();
    if (answered !== undefined) return;
    requireAlive();
  }
}
