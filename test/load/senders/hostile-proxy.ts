import { type IncomingHttpHeaders, createServer, request } from 'node:http';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';

/** What the proxy does to a request: nothing, or what networks do. */
const FATES = ['pass', 'pass', 'pass', 'cut', 'lose-answer', 'repeat', 'delay'] as const;
export type Fate = (typeof FATES)[number];

export type HostileProxy = {
  readonly url: string;
  readonly seen: Readonly<Record<Fate, number>>;
  readonly close: () => Promise<void>;
};

type Request = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

type Answer = { readonly status: number; readonly body: Buffer };

const LONGEST_DELAY_MS = 400;

/**
 * Stands between senders and the service. It breaks bodies off in the middle, loses answers, sends a request a second
 * time at the same moment, and holds requests back, so that later ones overtake them. `random` decides.
 */
export async function startHostileProxy(target: string, random: () => number): Promise<HostileProxy> {
  const seen: Record<Fate, number> = { pass: 0, cut: 0, 'lose-answer': 0, repeat: 0, delay: 0 };

  async function pass(received: Request, fate: Fate): Promise<Answer | undefined> {
    switch (fate) {
      case 'pass':
        return send(target, received);
      case 'cut':
        await sendHalf(target, received);
        return undefined;
      case 'lose-answer':
        await send(target, received);
        return undefined;
      case 'repeat':
        return (await Promise.all([send(target, received), send(target, received)]))[0];
      case 'delay':
        await delay(random() * LONGEST_DELAY_MS);
        return send(target, received);
    }
  }

  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const { method = 'POST', url: path = '/', headers } = incoming;
      const fate = FATES[Math.floor(random() * FATES.length)] ?? 'pass';
      seen[fate]++;
      const received = { method, path, headers, body: await buffer(incoming) };
      const answer = await pass(received, fate);
      if (answer) outgoing.writeHead(answer.status).end(answer.body);
      else outgoing.destroy();
    })().catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function send(target: string, { method, path, headers, body }: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request(target + path, { method, headers, agent: false }, (response) => {
      buffer(response).then((read) => resolve({ status: response.statusCode ?? 0, body: read }), reject);
    });
    asking.once('error', reject);
    asking.end(body);
  });
}

/** Sends half of the body, and then ends the connection. */
async function sendHalf(target: string, { method, path, headers, body }: Request): Promise<void> {
  const asking = request(target + path, { method, headers, agent: false });
  asking.once('error', () => undefined);
  const closed = once(asking, 'close');
  asking.write(body.subarray(0, Math.floor(body.length / 2)), () => asking.destroy());
  await closed;
}
