import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, type NetConnectOpts, type Socket, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Connection } from '../support/fresh-database.ts';
import { ignore } from './http.ts';

/** Stands between a pool and its database, and makes the faults of a network. */
export type Proxy = {
  /** Where a pool reaches the database through it. */
  readonly connection: Connection;
  /** Breaks all connections; new ones are let through. */
  cut(): Promise<void>;
  /** Breaks all connections, and refuses new ones until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** Breaks the connection on which a question with this text comes, so many times, before the database sees it. */
  cutNextQuestion(text: string, times?: number): void;
  /** Breaks all connections at the next question with this text, and refuses new ones until `up`. */
  downAtNextQuestion(text: string): void;
  /** Lets the next question with this text through, and breaks the connection in place of its answer. */
  loseNextAnswer(text: string): void;
};

/** A proxy in front of a database, until the file's tests have ended. */
export async function startProxy(database: Connection): Promise<Proxy> {
  const { target, listenAt, connection } = route(database);
  const clients = new Set<Socket>();
  let doomedQuestions = { text: '', times: 0 };
  let doomedAnswer: string | undefined;
  let lastQuestion: string | undefined;

  const server = createServer((client) => {
    const upstream = connect(target);
    let answerDoomed = false;
    clients.add(client);
    client.on('data', (chunk) => {
      if (doomedQuestions.times > 0 && chunk.includes(doomedQuestions.text)) {
        doomedQuestions.times--;
        client.destroy();
        return;
      }
      if (lastQuestion !== undefined && chunk.includes(lastQuestion)) {
        lastQuestion = undefined;
        void down();
        return;
      }
      if (doomedAnswer !== undefined && chunk.includes(doomedAnswer)) {
        doomedAnswer = undefined;
        answerDoomed = true;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (answerDoomed) client.destroy();
      else client.write(chunk);
    });
    client.on('error', ignore).on('close', () => {
      clients.delete(client);
      upstream.destroy();
    });
    upstream.on('error', ignore).on('close', () => client.destroy());
  });

  const up = async () => {
    if (server.listening) return;
    server.listen(listenAt());
    await once(server, 'listening');
  };
  const cut = async () => {
    const closed = [...clients].map((client) => once(client, 'close'));
    for (const client of clients) client.destroy();
    await Promise.all(closed);
  };
  const down = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    await cut();
    await closed;
  };
  await up();
  const address = server.address();
  afterAll(down);
  return {
    connection: connection(address),
    cut,
    down,
    up,
    cutNextQuestion: (text, times = 1) => (doomedQuestions = { text, times }),
    downAtNextQuestion: (text) => (lastQuestion = text),
    loseNextAnswer: (text) => (doomedAnswer = text),
  };
}

type Address = AddressInfo | string | null;
type Route = {
  readonly target: NetConnectOpts;
  /** The same address every time. */
  readonly listenAt: () => { host: string; port: number } | { path: string };
  readonly connection: (address: Address) => Connection;
};

const SOCKET = '.s.PGSQL.5432';

function route(database: Connection): Route {
  if ('socketFolder' in database) {
    const folder = mkdtempSync(join(tmpdir(), 'site-traffic-proxy-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    return {
      target: { path: join(database.socketFolder, SOCKET) },
      listenAt: () => ({ path: join(folder, SOCKET) }),
      connection: () => ({ socketFolder: folder }),
    };
  }
  const url = new URL(database.url);
  const target = { host: url.hostname, port: Number(url.port || 5432) };
  let port = 0;
  return {
    target,
    listenAt: () => ({ host: '127.0.0.1', port }),
    connection: (address) => {
      port = typeof address === 'object' && address !== null ? address.port : 0;
      url.host = `127.0.0.1:${port}`;
      return { url: url.href };
    },
  };
}
