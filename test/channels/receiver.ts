import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { Message } from '../../src/domain/channel.ts';
import { createChannels } from '../../src/channels/channels.ts';
import { listenHere } from '../support/listen-here.ts';

export const NOW_MS = Date.parse('2026-03-15T12:00:00.250Z');

export const MESSAGE: Message = {
  id: 'alert_12_channel_3',
  type: 'alert',
  atMs: Date.parse('2026-03-15T11:00:00Z'),
  title: 'Example: GPTBot read 412 pages',
  text: 'Sundays usually have 20 to 60. Most read: /blog.',
  link: { label: 'See the day', url: 'https://stats.example.com/sites/site_1?start=2026-03-14' },
  data: { id: 'alert_12', kind: 'surge' },
};

/** A request as a receiver got it. */
export type Received = {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string };

/** A receiver on this machine that answers as it is told, and what it got. */
export async function startReceiver(answer: Answer | ((response: ServerResponse) => void) = {}) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url: path, headers } = request;
      received.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
      if (typeof answer === 'function') answer(response);
      else response.writeHead(answer.status ?? 200, answer.headers).end(answer.body);
    });
  });
  return { received, origin: `http://127.0.0.1:${await listenHere(server)}` };
}

/** Channels that may reach this machine, on a clock that stands. */
export function openChannels(more: Partial<Parameters<typeof createChannels>[0]> = {}) {
  return createChannels({
    ...{ allowsPrivate: true, smtpUrl: undefined, mailFrom: undefined, now: () => NOW_MS },
    onError: (error) => {
      throw error;
    },
    ...more,
  });
}
