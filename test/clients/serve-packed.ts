import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { addressOf } from '../support/address-of.ts';
import { MODULES, installPacked, linkPackages } from '../support/packed.ts';
import { EVENTS, pathOf } from './served-events.ts';

/** The program of the packed product, serving one site with visits of a bot. */
export type Packed = {
  /** Where it is installed. */
  readonly folder: string;
  readonly url: string;
  readonly siteId: string;
  /** Reads the account. */
  readonly key: string;
  /** Records to the site. */
  readonly collectingKey: string;
};

declare module 'vitest' {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- vitest's interface is merged into
  export interface ProvidedContext {
    packed: Packed;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'site-traffic-clients-'));
  installPacked(folder);
  linkPackages(folder, resolve(MODULES), ['@electric-sql', '@ip-location-db']);
  const { PATH, TMPDIR } = process.env;
  const env = { PATH, TMPDIR, DATA_DIR: join(folder, 'data') };
  const program = join(folder, MODULES, 'site-traffic/dist/cli.js');
  async function run(...args: readonly string[]) {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, '--json'], { env });
    return JSON.parse(stdout) as { readonly id: string; readonly key: string };
  }

  await run('migrate');
  const server = spawn(process.execPath, [program, 'serve', '--port', '0'], { env });
  const url = await addressOf(server.stdout);
  // the commands are guests of the server's database, which is faster than opening it for each
  const account = ['--account', 'owner@example.com'];
  await run('account', 'create', '--email', 'owner@example.com', '--plan', 'pro');
  const { id: siteId } = await run('site', 'create', ...account, '--domain', 'example.com', '--name', 'Docs');
  const { key } = await run('key', 'create', ...account);
  const collecting = ['--scope', 'collect', '--site', siteId];
  const { key: collectingKey } = await run('key', 'create', ...account, ...collecting);
  writeFileSync(join(folder, 'events.ndjson'), linesOfEvents());
  await run('events', 'import', '--site', siteId, join(folder, 'events.ndjson'));
  project.provide('packed', { folder, url, siteId, key, collectingKey });

  return async () => {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}

function linesOfEvents(): string {
  const newestMs = Date.parse('2026-03-20T12:00:00Z');
  const lines = Array.from({ length: EVENTS }, (_, index) =>
    JSON.stringify({
      type: 'bot',
      page_path: pathOf(index),
      bot_name: 'GPTBot',
      bot_company: 'OpenAI',
      created_at: new Date(newestMs - index * 60_000).toISOString(),
    }),
  );
  return `${lines.join('\n')}\n`;
}
