import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { makeCertificate } from '../support/certificate.ts';
import { freePort } from '../support/free-port.ts';
import { blocksBelow } from '../support/page.ts';
import { type Answer, readWhole } from '../faults/http.ts';

export type ProxyName = 'nginx' | 'caddy' | 'haproxy';

/** What a proxy is configured with beside the documentation: where it listens, and what it serves. */
type Site = { readonly folder: string; readonly port: number; readonly upstream: string };

/** Who may sign in at a proxy. */
type Login = { readonly user: string; readonly password: string };

type Proxy = {
  /** The documented configuration of a proxy that signs people in, of which only addresses and users are changed. */
  readonly configure: (documented: string, site: Site & Login) => string;
  /** The documented configuration of a proxy with TLS, of which only addresses and files are changed. */
  readonly configureTls: (documented: string, site: Site & { readonly certificate: Files }) => string;
  readonly args: (file: string, folder: string) => readonly string[];
};

/** A certificate and its key, and a file with both. */
type Files = { readonly certificate: string; readonly key: string; readonly both: string };

/** The name of the proxies in the documentation. */
export const PROXY_NAME = 'traffic.example.org';

const PROXIES: Readonly<Record<ProxyName, Proxy>> = {
  nginx: {
    configure: (documented, { folder, port, upstream, user, password }) => {
      writeFileSync(join(folder, 'htpasswd'), `${user}:{PLAIN}${password}\n`);
      const locations = documented
        .replaceAll('127.0.0.1:4000', upstream)
        .replace('/etc/nginx/site-traffic.htpasswd', join(folder, 'htpasswd'));
      return withNginx(folder, `server { listen 127.0.0.1:${port}; ${locations} }`);
    },
    configureTls: (documented, { folder, port, upstream, certificate }) => {
      const server = documented
        .replaceAll('127.0.0.1:4000', upstream)
        .replace('listen 443', `listen 127.0.0.1:${port}`)
        .replace(/ssl_certificate .*/, `ssl_certificate ${certificate.certificate};`)
        .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${certificate.key};`);
      return withNginx(folder, server);
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
      return CADDY + site;
    },
    configureTls: (documented, { port, upstream, certificate }) => {
      const own = `bind 127.0.0.1\n\ttls ${certificate.certificate} ${certificate.key}`;
      return (
        CADDY +
        documented
          .replaceAll('127.0.0.1:4000', upstream)
          .replace(`${PROXY_NAME} {`, `https://${PROXY_NAME}:${port} {\n\t${own}`)
      );
    },
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  haproxy: {
    configure: (documented, { port, upstream, user, password }) => {
      const site = documented
        .replaceAll('127.0.0.1:4000', upstream)
        .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
        .replace(/user you@example\.org .*/, () => `user ${user} insecure-password ${password}`);
      return HAPROXY + site;
    },
    configureTls: (documented, { port, upstream, certificate }) =>
      HAPROXY +
      documented
        .replaceAll('127.0.0.1:4000', upstream)
        .replace(/bind :443 .*/, `bind 127.0.0.1:${port} ssl crt ${certificate.both}`),
    args: (file) => ['-db', '-f', file],
  },
};

const CADDY = '{\n\tadmin off\n\tauto_https off\n}\n';

const TIMEOUTS = ['connect', 'client', 'server'].map((end) => `\ttimeout ${end} 60s\n`).join('');
const HAPROXY = `defaults\n\tmode http\n${TIMEOUTS}\n`;

function withNginx(folder: string, server: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ');
  const own = `daemon off; master_process off; pid ${folder}/pid; error_log stderr;`;
  return `${own} events {} http { ${server.includes('access_log') ? '' : 'access_log off;'} ${temporary} ${server} }`;
}

/** The configuration of a proxy under a heading of a page. */
function documentedConfiguration(name: ProxyName, page: string, heading: string): string {
  const [configuration = ''] = blocksBelow(page, heading, name);
  // HAProxy refuses a file without its last line break
  return `${configuration}\n`;
}

/** A proxy that runs until the test ends. */
export type RunningProxy = {
  /** Sends a path in exactly these characters, to the name in the documentation. */
  readonly send: (path: string, asking?: Asking) => Promise<ProxyAnswer>;
};

type ProxyAnswer = Answer & {
  readonly cookies: readonly string[];
  /** The header Access-Control-Allow-Origin. */
  readonly allowed: string | undefined;
};

type Asking = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

/** Starts a proxy with the documented configuration under "Signed in by your proxy". */
export async function startProxy(
  name: ProxyName,
  { upstream, ...login }: Pick<Site, 'upstream'> & Login,
): Promise<RunningProxy> {
  const documented = documentedConfiguration(name, 'docs/signing-in.md', 'Signed in by your proxy');
  return run(name, requestPlain, (site) =>
    PROXIES[name].configure(documented, { ...site, upstream, ...login }),
  );
}

/** Starts a proxy with the documented configuration under "Behind a reverse proxy", which has TLS. */
export async function startTlsProxy(name: ProxyName, upstream: string): Promise<RunningProxy> {
  const documented = documentedConfiguration(name, 'docs/production.md', 'Behind a reverse proxy');
  return run(name, requestOverTls, ({ folder, port }) => {
    const { certificate, key } = makeCertificate(folder, PROXY_NAME);
    const both = join(folder, 'both.pem');
    writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
    const site = { folder, port, upstream, certificate: { certificate, key, both } };
    return PROXIES[name].configureTls(documented, site);
  });
}

/** Starts a web server that logs as docs/access-logs.md says; returns the file of its log, too. */
export async function startLogging(
  name: 'nginx' | 'caddy',
): Promise<RunningProxy & { readonly log: string }> {
  const { heading, language, inDocs } = LOGGING[name];
  const [documented = ''] = blocksBelow('docs/access-logs.md', heading, language);
  let log = '';
  const proxy = await run(name, requestPlain, ({ folder, port }) => {
    log = join(folder, 'traffic.json');
    const own = documented.replace(inDocs, log);
    if (name === 'nginx') return withNginx(folder, `${own} server { listen 127.0.0.1:${port}; return 200; }`);
    return (
      CADDY + own.replace(':80 {', `http://:${port} {\n\tbind 127.0.0.1`).replace('/usr/share/caddy', folder)
    );
  });
  return { ...proxy, log };
}

/** The heading of each, and the log of its configuration. */
const LOGGING = {
  nginx: { heading: 'nginx as JSON', language: 'nginx', inDocs: '/var/log/nginx/traffic.json' },
  caddy: { heading: 'Caddy', language: '', inDocs: '/var/log/caddy/access.log' },
} as const;

type RequestFunction = typeof requestPlain | typeof requestOverTls;

async function run(
  name: ProxyName,
  request: RequestFunction,
  configure: (site: Omit<Site, 'upstream'>) => string,
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), `site-traffic-${name}-`));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const port = await freePort();
  const file = join(folder, 'configuration');
  const { args } = PROXIES[name];
  writeFileSync(file, configure({ folder, port }));
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
  const proxy: RunningProxy = { send: (path, asking) => send(request, port, path, asking) };
  await untilListening(proxy, () => {
    if (child.exitCode !== null) throw new Error(`${name} has ended: ${said}`);
  });
  return proxy;
}

async function untilListening(proxy: RunningProxy, requireAlive: () => void): Promise<void> {
  for (;;) {
    const answered = await proxy.send('/health/live').catch(() => undefined);
    if (answered !== undefined) return;
    requireAlive();
  }
}

async function send(
  request: RequestFunction,
  port: number,
  path: string,
  asking: Asking = {},
): Promise<ProxyAnswer> {
  const { method = 'GET', headers = {}, body } = asking;
  const host = request === requestOverTls ? { host: PROXY_NAME } : {};
  const asked = request({
    ...{ host: '127.0.0.1', port, path, method, headers: { ...host, ...headers }, agent: false },
    // the authority of its certificate is the test's own
    ...{ servername: PROXY_NAME, rejectUnauthorized: false },
  });
  asked.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const { 'set-cookie': cookies = [], 'access-control-allow-origin': allowed } = response.headers;
  return { cookies, allowed, ...(await readWhole(response)) };
}
