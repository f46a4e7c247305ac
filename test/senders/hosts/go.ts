import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../support/free-port.ts';
import type { Host } from '../host.ts';
import { makeFolder } from '../support/make-folder.ts';
import { environmentOf, startProgram } from '../support/start-program.ts';

let built: Promise<string> | undefined;

/** A module with the sender in a folder of its own, as docs/go.md has it. It needs nothing of the network. */
function makeModule(): string {
  const folder = makeFolder('go-site-');
  mkdirSync(join(folder, 'sitetraffic'));
  cpSync('senders/sitetraffic.go', join(folder, 'sitetraffic/sitetraffic.go'));
  writeFileSync(join(folder, 'go.mod'), 'module example.org/site\n\ngo 1.19\n');
  return folder;
}

/** Runs a test that is in the sender's own package. */
export async function testInPackage(name: string): Promise<void> {
  const folder = makeModule();
  cpSync(`test/senders/apps/go/${name}`, join(folder, 'sitetraffic', name));
  await runGo(folder, 'test', './sitetraffic');
}

async function buildSite(): Promise<string> {
  const folder = makeModule();
  cpSync('test/senders/apps/go/main.go', join(folder, 'main.go'));
  await runGo(folder, 'vet', './...');
  await runGo(folder, 'build', '-o', 'site', '.');
  return join(folder, 'site');
}

async function runGo(cwd: string, ...args: readonly string[]): Promise<void> {
  const env = { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local' };
  await promisify(execFile)('go', [...args], { cwd, env });
}

export const GO_HOST: Host = {
  name: 'net/http',
  holds: 'memory',
  async start(settings) {
    const command = await (built ??= buildSite());
    const address = `127.0.0.1:${await freePort()}`;
    const env = { ...environmentOf(settings), ADDRESS: address };
    return startProgram({ command, args: [], env, url: `http://${address}` });
  },
};
