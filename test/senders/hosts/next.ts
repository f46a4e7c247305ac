import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../support/free-port.ts';
import { blocksBelow } from '../../support/page.ts';
import type { Host, HostSettings, RunningHost } from '../host.ts';
import { makeFolder } from '../support/make-folder.ts';
import { environmentOf, startProgram } from '../support/start-program.ts';

const NEXT = resolve('test/senders/node_modules/next');

const QUIET = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };

let built: Promise<string> | undefined;

async function build(): Promise<string> {
  const folder = makeFolder('next-');
  cpSync('test/senders/apps/next', folder, { recursive: true });
  cpSync('senders/next-proxy.ts', join(folder, 'site-traffic.ts'));
  writeFileSync(join(folder, 'proxy.ts'), blocksBelow('docs/next.md', 'Add the file', 'ts')[0] ?? '');
  mkdirSync(join(folder, 'node_modules'));
  // links in place of the packages, which Next.js looks for in the folder of the site
  const packages = PACKAGES.map((name) => resolve(MODULES, name));
  await promisify(execFile)('cp', ['-rs', ...packages, 'node_modules'], { cwd: folder });
  await promisify(execFile)(process.execPath, [join(NEXT, 'dist/bin/next'), 'build', '--webpack'], {
    ...{ cwd: folder, env: { PATH: process.env['PATH'], ...QUIET } },
  });
  return folder;
}

const MANIFEST = '.next/server/functions-config-manifest.json';

/** The same build without the sender: another one would cost twelve seconds. */
function withoutSender(from: string): string {
  const folder = makeFolder('next-plain-');
  for (const name of ['.next', 'package.json', 'next.config.js'])
    cpSync(join(from, name), join(folder, name), { recursive: true });
  symlinkSync(join(from, 'node_modules'), join(folder, 'node_modules'));
  const { functions, ...manifest } = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as {
    readonly functions: Readonly<Record<string, unknown>>;
  };
  if (!functions['/_middleware']) throw new Error(`${MANIFEST} names no proxy`);
  writeFileSync(join(folder, MANIFEST), JSON.stringify({ ...manifest, functions: {} }));
  return folder;
}

const MODULES = 'test/senders/node_modules';
const PACKAGES = ['next', 'react', 'react-dom', '@next', '@swc', 'client-only', 'styled-jsx', 'scheduler'];

export const NEXT_HOST: Host = {
  name: 'next start',
  holds: 'nothing',
  isBlindToStatus: true,
  // as on Vercel
  front: {
    headers: () => ({ 'x-real-ip': '203.0.113.9', 'x-vercel-id': `fra1::${crypto.randomUUID()}` }),
    address: '203.0.113.9',
  },
  start: (settings) => startNext(settings, { VERCEL: '1' }),
};

export async function startNext(
  settings: HostSettings,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningHost> {
  const folder = await (built ??= build());
  const port = await freePort();
  return startProgram({
    command: process.execPath,
    args: [join(NEXT, 'dist/bin/next'), 'start', '--port', String(port), '--hostname', '127.0.0.1'],
    cwd: settings.isPlain ? withoutSender(folder) : folder,
    env: { ...environmentOf(settings), ...QUIET, ...env },
    url: `http://127.0.0.1:${port}`,
  });
}
