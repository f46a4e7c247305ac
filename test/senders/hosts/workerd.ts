import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import type { Host, HostSettings } from '../host.ts';
import { makeFolder } from '../support/make-folder.ts';
import { startPlainSite } from '../support/plain-site.ts';
import { environmentOf, startProgram } from '../support/start-program.ts';

const APP = 'test/senders/apps/workerd';
const WORKERD = resolve('test/senders/node_modules/.bin/workerd');

let rays = 0;

export const WORKERD_HOST: Host = {
  name: 'workerd',
  holds: 'nothing',
  front: {
    // the end of a ray is the place
    headers: () => ({
      'cf-ray': `${(0x8f3a1b2c00000000n + BigInt(++rays)).toString(16)}-FRA`,
      'cf-connecting-ip': '203.0.113.9',
    }),
    address: '203.0.113.9',
  },
  async start(settings) {
    const site = await startPlainSite();
    const folder = makeFolder('workerd-');
    const listen = `127.0.0.1:${await freePort()}`;
    cpSync(join(APP, 'outside.js'), join(folder, 'outside.js'));
    const sender = settings.isPlain
      ? 'export default { fetch: (request) => fetch(request) };'
      : readFileSync('senders/cloudflare-worker.js', 'utf8');
    writeFileSync(join(folder, 'worker.js'), sender);
    const config = readFileSync(join(APP, 'config.capnp'), 'utf8')
      .replace('SITE_ADDRESS', site.address)
      .replace('COLLECTOR_ADDRESS', collectorAddress(settings))
      .replace('LISTEN_ADDRESS', listen)
      .replace('BINDINGS', bindingsOf(settings));
    writeFileSync(join(folder, 'config.capnp'), config);
    const running = await startProgram({
      ...{ command: WORKERD, args: ['serve', 'config.capnp'], cwd: folder },
      url: `http://${listen}`,
    });
    const ending = (end: () => Promise<void>) => async () => {
      await end();
      site.close();
    };
    return { ...running, stop: ending(running.stop), kill: ending(running.kill) };
  },
};

const collectorAddress = ({ collector }: HostSettings) =>
  collector === undefined ? '127.0.0.1:9' : new URL(collector.url).host;

function bindingsOf(settings: HostSettings): string {
  return Object.entries(environmentOf({ ...settings, trustsProxy: false }))
    .map(([name, text]) => `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(text)})`)
    .join(', ');
}
