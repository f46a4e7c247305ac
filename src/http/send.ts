import type { ServerResponse } from 'node:http';
import { sendNodeResponse } from '@whatwg-node/server';
import { WholeResponse } from './answer.ts';

/** Sends a response to a caller who may have left: in one piece if its body is whole. */
export async function send(response: Response, to: ServerResponse): Promise<void> {
  if (to.destroyed) return;
  if (response instanceof WholeResponse) {
    to.writeHead(response.status, [...response.headers].flat()).end(response.whole);
    return;
  }
  // what is written after the caller has left is an error, which the end of the connection has told before
  to.on('error', () => undefined);
  await sendNodeResponse(response, to, to.req, true);
}
