import { once } from 'node:events';
import { Agent, type IncomingMessage, request as ask } from 'node:http';
import { text } from 'node:stream/consumers';
import type { PreparedRequest } from './request.ts';

export type ClientAnswer = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

/** A client with a single connection, which stays open. */
export type Client = {
  /** The complete response. */
  ask(request: PreparedRequest): Promise<ClientAnswer>;
  /** The response as a stream, for readers that set their own pace. */
  open(request: PreparedRequest): Promise<IncomingMessage>;
  close(): void;
};

export function createClient(url: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  async function open({ path, key, body }: PreparedRequest): Promise<IncomingMessage> {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      Authorization: `Bearer ${key}`,
      ...(sent !== undefined && { 'Content-Type': 'application/json' }),
    };
    const request = ask(url + path, { agent, headers, method: sent === undefined ? 'GET' : 'POST' });
    request.end(sent);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  }

  return {
    open,
    async ask(request) {
      const response = await open(request);
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: await text(response),
      };
    },
    close: () => agent.destroy(),
  };
}
