import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { testDatabase } from '../support/gateway.ts';
import { serve } from './http.ts';

const db = testDatabase();
const BODY = '{"error":"The request is not valid HTTP, or its headers are too large.","code":"BAD_REQUEST"}';

it.each([
  ['what is no HTTP', 'garbage\r\n\r\n', '400 Bad Request'],
  ['headers of more than 64 kB', request(`X: ${'x'.repeat(70_000)}`), '431 Request Header Fields Too Large'],
])('answers %s with the error object, and ends the connection', async (_, sent, status) => {
  const [head, body] = await exchange(sent);
  expect(head).toMatch(`HTTP/1.1 ${status}\r\n`);
  expect(head).toMatch('Connection: close');
  expect(body).toBe(BODY);
});

it('answers a key of 17,000 characters with INVALID_KEY', async () => {
  const [head, body] = await exchange(
    request(`Authorization: Bearer ${'x'.repeat(17_000)}`, 'Connection: close'),
  );
  expect(head).toMatch('HTTP/1.1 401 Unauthorized\r\n');
  expect(body).toMatch('"code":"INVALID_KEY"');
});

it('refuses a wrong key before the document has arrived', async () => {
  const [head, body] = await exchange(
    request('Authorization: Bearer wrong', 'Content-Type: application/json', 'Content-Length: 100')
      .replace('GET /api/v1/sites', 'POST /graphql')
      .concat('{'),
    (socket) => once(socket, 'data').then(() => socket.end()),
  );
  expect(head).toMatch('HTTP/1.1 401 Unauthorized\r\n');
  expect(body).toMatch('"code":"INVALID_KEY"');
});

function request(...headers: readonly string[]): string {
  return ['GET /api/v1/sites HTTP/1.1', 'Host: x', ...headers, '', ''].join('\r\n');
}

/** Head and body of what a server of its own answers to these bytes. */
async function exchange(
  sent: string,
  onSent: (socket: Socket) => unknown = () => undefined,
): Promise<readonly string[]> {
  const { url } = await serve(db);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(sent);
  onSent(socket);
  return (await text(socket)).split('\r\n\r\n');
}
