import { connect } from 'node:net';

/** What became of a new connection with one request: the last one was neither answered nor ended in time. */
export type Ending = 'answered' | 'broken' | 'open';

const WITHIN_MS = 10_000;
const REQUEST = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

/** Connects, sends a request, and waits until the server ends the connection. */
export async function connectOnce(url: string): Promise<Ending> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(REQUEST));
    socket.setTimeout(WITHIN_MS, () => {
      resolve('open');
      socket.destroy();
    });
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    // it is followed by 'close'
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer.startsWith('HTTP/1.1 200') ? 'answered' : 'broken'));
  });
}
