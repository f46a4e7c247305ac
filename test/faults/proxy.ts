import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, type NetConnectOpts, type Socket, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { atEnd } from '../support/at-end.ts';
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
  /**
   * Lets nothing through on the open connections any more, as if their packets were dropped: neither side learns of it,
   * even when the other closes. New connections are let through.
   */
  silence(): void;
  /** Does so at the next question with this text, before the database sees it. */
  silenceAtNextQuestion(text: string): void;
  /** Does so after the next question with this text has been let through. */
  silenceAfterNextQuestion(text: string): void;
  /** Makes new connections silent as well, until `up`. */
  hang(): void;
};

type Link = { readonly client: Socket; readonly upstream: Socket; isSilent: boolean };

/** A proxy in front of a database, until the file's tests have ended. */
export async function startProxy(database: Connection): Promise<Proxy> {
  const { target, listenAt, connection } = route(database);
  const links = new Set<Link>();
  let doomedQuestions = { text: '', times: 0 };
  let doomedAnswer: string | undefined;
  let lastQuestion: string | undefined;
  let silencing: { readonly text: string; readonly isLetThrough: boolean } | undefined;
  let isHanging = false;

  const server = createServer((client) => {
    const upstream = connect(target);
    const link: Link = { client, upstream, isSilent: isHanging };
    let answerDoomed = false;
    links.add(link);
    const doSilence = (chunk: Buffer) => {
      if (silencing?.isLetThrough === true) upstream.write(chunk);
      silencing = undefined;
      silence();
    };
    client.on('data', (chunk) => {
      if (link.isSilent) return;
      if (silencing !== undefined && chunk.includes(silencing.text)) {
        doSilence(chunk);
        return;
      }
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
      if (link.isSilent) return;
      if (answerDoomed) client.destroy();
      else client.write(chunk);
    });
    client.on('error', ignore).on('close', () => {
      if (link.isSilent) return;
      links.delete(link);
      upstream.destroy();
    });
    upstream.on('error', ignore).on('close', () => {
      if (!link.isSilent) client.destroy();
    });
  });

  const silence = () => {
    for (const link of links) link.isSilent = true;
  };

  const up = async () => {
    isHanging = false;
    if (server.listening) return;
    server.listen(listenAt());
    await once(server, 'listening');
  };
  const cut = async () => {
    const open = [...links].filter(({ client }) => !client.closed);
    const closed = open.map(({ client }) => once(client, 'close'));
    for (const { client, upstream } of links) {
      client.destroy();
      upstream.destroy();
    }
    links.clear();
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
  atEnd(down);
  return {
    connection: connection(address),
    cut,
    down,
    up,
    cutNextQuestion: (text, times = 1) => (doomedQuestions = { text, times }),
    downAtNextQuestion: (text) => (lastQuestion = text),
    loseNextAnswer: (text) => (doomedAnswer = text),
    silence,
    silenceAtNextQuestion: (text) => (silencing = { text, isLetThrough: false }),
    silenceAfterNextQuestion: (text) => (silencing = { text, isLetThrough: true }),
    hang() {
      isHanging = true;
      silence();
    },
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
