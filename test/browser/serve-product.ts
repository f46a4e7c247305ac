import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { addressOf } from '../support/address-of.ts';
import { QUICK_WASM } from '../support/quick-wasm.ts';

export type Served = { readonly url: string; readonly stop: () => Promise<void> };

/** Serves a data folder with the built product, as `start` does: if the folder is new, it gets the demo. */
export async function serveProduct(folder: string, port = 0, env: NodeJS.ProcessEnv = {}): Promise<Served> {
  const { PATH, TMPDIR } = process.env;
  const child = spawn(process.execPath, [...QUICK_WASM, 'dist/cli.js', 'start', '--port', String(port)], {
    env: { PATH, TMPDIR, DATA_DIR: folder, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url: await addressOf(child.stdout), stop };
}
