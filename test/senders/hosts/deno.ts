import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import type { Host } from '../host.ts';
import { makeFolder } from '../support/make-folder.ts';
import { startPlainSite } from '../support/plain-site.ts';
import { environmentOf, startProgram } from '../support/start-program.ts';

const DENO = resolve('test/senders/node_modules/.bin/deno');

let requests = 0;

export const NETLIFY_HOST: Host = {
  name: 'Deno, as on Netlify',
  holds: 'nothing',
  front: {
    headers: () => ({
      'x-nf-request-id': `01HX${String(++requests).padStart(8, '0')}`,
      'x-nf-client-connection-ip': '203.0.113.9',
    }),
    address: '203.0.113.9',
  },
  async start(settings) {
    const site = await startPlainSite();
    const folder = makeFolder('deno-');
    cpSync('test/senders/apps/deno/netlify.js', join(folder, 'netlify.js'));
    cpSync('senders/netlify-edge-function.js', join(folder, 'site-traffic.js'));
    const port = await freePort();
    const running = await startProgram({
      ...{
        command: DENO,
        args: ['run', '--allow-all', '--no-remote', '--no-config', 'netlify.js'],
        cwd: folder,
      },
      env: {
        ...{ ...environmentOf(settings), PORT: String(port), SITE_ADDRESS: site.address },
        ...{ DENO_DIR: join(folder, 'cache'), DENO_NO_UPDATE_CHECK: '1' },
      },
      url: `http://127.0.0.1:${port}`,
    });
    const ending = (end: () => Promise<void>) => async () => {
      await end();
      site.close();
    };
    return { ...running, stop: ending(running.stop), kill: ending(running.kill) };
  },
};
