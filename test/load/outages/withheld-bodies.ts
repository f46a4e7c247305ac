import { type Socket, connect } from 'node:net';
import type { Outage, OutageResult } from './outage.ts';
import { type Probe, type Seen, lineOf, probeFor } from './probe.ts';
import { type OutageAccount, type OutageServer, PUBLIC_URL } from './server.ts';

/** More than a reader asks in a minute. */
const env = { PRO_REQUESTS_PER_MINUTE: '1000000' };

/** For each worker: as many as a process works on at a time, the slow ones with them. */
const CONNECTIONS = 256;
const PER_SECOND = 64;
const QUIET_MS = 10_000;
/** From the fifth second on, and for a minute, nobody else used to get in. */
const ATTACK_MS = 30_000;

const ATTACKER = '127.0.0.2';

/** Connections of one address begin requests and withhold their bodies, again and again, while others use the service. */
export const withheldBodies: Outage = { env, run };

async function run(server: OutageServer): Promise<OutageResult> {
  const account = await server.makeAccount();
  const quiet = await probeAll(server, account, QUIET_MS);
  const attack = withholdBodies(server.url, server.workers().length);
  const attacked = await probeAll(server, account, ATTACK_MS);
  attack.stop();

  return {
    figures: [
      ...figuresOf('quiet', quiet),
      ...figuresOf('attacked', attacked),
      ['connections that withheld a body', attack.opened()],
    ],
    broken: [...unanswered('quiet', quiet), ...unanswered('attacked', attacked)],
  };
}

async function probeAll({ url }: OutageServer, account: OutageAccount, forMs: number) {
  const seen = Object.entries(probesOf(account)).map(
    async ([name, probe]) => [name, await probeFor(url, probe, forMs)] as const,
  );
  return Object.fromEntries(await Promise.all(seen));
}

function probesOf({ key, collectKey, siteId, email, password }: OutageAccount): Record<string, Probe> {
  const json = { 'content-type': 'application/json' };
  const event = { type: 'conversion', page_path: '/', country: 'XX', event_name: 'signup' };
  return {
    live: { path: '/health/live' },
    stats: { path: `/api/v1/sites/${siteId}/stats`, headers: { authorization: `Bearer ${key}` } },
    collect: {
      method: 'POST',
      path: `/collect/sites/${siteId}/events`,
      headers: { ...json, authorization: `Bearer ${collectKey}` },
      body: JSON.stringify([event]),
    },
    'sign-in': {
      method: 'POST',
      path: '/session',
      headers: { ...json, origin: PUBLIC_URL },
      body: JSON.stringify({ email, password }),
      pauseMs: 1_000,
    },
  };
}

/** Keeps so many connections open that have sent a head and the first byte of a body. Those that end are replaced. */
function withholdBodies(url: string, workers: number) {
  const { port, hostname } = new URL(url);
  const open = new Set<Socket>();
  const head = ['POST /session HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 100'];
  let opened = 0;
  const timer = setInterval(
    () => {
      if (open.size >= CONNECTIONS * workers) return;
      opened++;
      const socket = connect({ port: Number(port), host: hostname, localAddress: ATTACKER });
      open.add(socket);
      socket.once('close', () => open.delete(socket)).on('error', () => undefined);
      socket.write([...head, `Origin: ${PUBLIC_URL}`, '', '{'].join('\r\n'));
      // one that is answered withholds nothing any more
      socket.once('data', () => socket.destroy());
    },
    1_000 / (PER_SECOND * workers),
  );
  return {
    opened: () => opened,
    stop: () => {
      clearInterval(timer);
      for (const socket of open) socket.destroy();
    },
  };
}

function figuresOf(when: string, seen: Readonly<Record<string, Seen>>): OutageResult['figures'] {
  return Object.entries(seen).map(([name, probed]) => [`${name}, ${when}`, lineOf(probed)]);
}

function unanswered(when: string, seen: Readonly<Record<string, Seen>>): readonly string[] {
  return Object.entries(seen)
    .filter(([, { asked, right }]) => right < asked)
    .map(([name, { asked, right }]) => `${name}, ${when}: ${asked - right} of ${asked} requests failed`);
}
