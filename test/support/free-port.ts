import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the ports that systems give to connections and to servers that ask for any: Linux from 32768 on, others from 49152
// (RFC 6335, 6). Each worker of the suite has a hundred of its own. So nobody else takes a port before its server does.
const PORTS_EACH = 100;
const FIRST = 20_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % PORTS_EACH) * PORTS_EACH;
let given = 0;

/** A port of 127.0.0.1 on which nothing listens. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS_EACH; tries++) {
    const port = FIRST + (given++ % PORTS_EACH);
    if (await isFree(port)) return port;
  }
  throw new Error(`something listens on each port from ${FIRST} on`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  const isListening = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  if (!isListening) return false;
  probe.close();
  await once(probe, 'close');
  return true;
}
