import { once } from 'node:events';
import { type Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { readConfig } from '../../src/settings/config.ts';
import type { Database } from '../../src/database/database.ts';
import type { Deadlines } from '../../src/http/http-server.ts';
import { type RunningServer, startServer } from '../../src/serving/server.ts';

export type Served = Omit<RunningServer, 'publicUrl' | 'holder'> & {
  /** Everything the server logged, a line each. */
  readonly logged: () => readonly Record<string, unknown>[];
  /** Sends a request on a connection of its own; resolves with the headers of the answer, nothing of it read. */
  readonly open: (path: string, options?: Asking) => Promise<IncomingMessage>;
  /** GET /health/live: rejects unless it is answered as it should be. */
  readonly live: () => Promise<void>;
};

export type Asking = {
  readonly method?: string;
  readonly key?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly agent?: Agent;
};

/** So early that the server's upkeep finds nothing old enough to delete in the database that all tests share. */
export const NOW_MS = Date.parse('1980-01-01T00:00:00Z');

const DASHBOARD_FOLDER = new URL('../../dist/current/dashboard/', import.meta.url);

type ServeOptions = {
  readonly env?: NodeJS.ProcessEnv;
  readonly stopWithinMs?: number;
  readonly deadlines?: Deadlines;
  readonly takeWithinMs?: number;
};

/** Starts the product's server on a free port. It stops after the test. */
export async function serve(db: Database, options: ServeOptions = {}): Promise<Served> {
  const { env = {}, stopWithinMs = 500, deadlines, takeWithinMs } = options;
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  const config = readConfig({ PORT: '0', ...env });
  const server = await startServer({
    dashboardFolder: DASHBOARD_FOLDER,
    config,
    db,
    log,
    stopWithinMs,
    ...(deadlines && { deadlines }),
    ...(takeWithinMs !== undefined && { takeWithinMs }),
    now: () => NOW_MS,
  });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= server.stop());
  onTestFinished(stop);
  const open = (path: string, asking: Asking = {}) => ask(server.url + path, asking);
  return {
    url: server.url,
    stop,
    open,
    async live() {
      const answer = await readWhole(await open('/health/live'));
      if (answer.text !== '{"status":"live"}') throw new Error(`not live: ${answer.text}`);
    },
    logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

export type Answer = { readonly status: number; readonly text: string; readonly whole: boolean };

/** Reads an answer to its end, or to where it was cut. */
export async function readWhole(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('error', ignore);
  await new Promise((resolve) => response.once('close', resolve));
  const text = Buffer.concat(chunks).toString('utf8');
  return { status: response.statusCode ?? 0, text, whole: response.complete };
}

/** The whole text of a response, out of the coding that it names. */
export async function readDecoded(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of decoded(response)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function decoded(response: IncomingMessage) {
  const coding = response.headers['content-encoding'];
  if (coding === 'gzip') return response.pipe(createGunzip());
  return coding === 'br' ? response.pipe(createBrotliDecompress()) : response;
}

async function ask(url: string, { key, method, agent, headers }: Asking): Promise<IncomingMessage> {
  const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const asked = request(url, {
    method: method ?? 'GET',
    headers: { ...authorization, ...headers },
    agent: agent ?? false,
  });
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response;
}

export function ignore(): void {
  // a broken connection is what the test is about
}
