import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Refusal } from '../domain/refusal.ts';
import { refusalHeaders } from './answer.ts';
import { hostOfTarget } from './request-target.ts';
import { HTTP_WORDING } from './wording.ts';

/** What is wrong with a request before any route sees it. */
type Fault = { readonly status: number; readonly message?: string };

/** How many headers of a request Node keeps; it silently drops the rest. */
export const MAX_HEADERS = 1_000;

const JSON_TYPE = 'application/json; charset=utf-8';

/** The characters of a host and a port (RFC 9110, 4.2.1). Any other, such as a slash, would change the path of the URL. */
const HOST = /^[\w.~!$&'()*+,;=%:[\]-]*$/;

const FAULTS: Readonly<Record<string, Fault>> = {
  HPE_HEADER_OVERFLOW: { status: 431 },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
  // senders repeat what was cut only if the answer does not say that it is wrong
  HPE_INVALID_EOF_STATE: { status: 408, message: 'The request ended before it was whole. Send it again.' },
};

/** Finds what Node leaves unchecked in the head of a request; undefined if it is sound. */
export function unusableHead(request: IncomingMessage): Fault | undefined {
  if (request.rawHeaders.length > 2 * MAX_HEADERS)
    return { status: 431, message: `The request has more than ${MAX_HEADERS} headers.` };
  return unusableHostHeader(request) ?? unusableTarget(request);
}

function unusableHostHeader({ headersDistinct, httpVersion }: IncomingMessage): Fault | undefined {
  const [host, ...others] = headersDistinct['host'] ?? [];
  if (host === undefined)
    return httpVersion === '1.0' ? undefined : { status: 400, message: 'The request has no Host header.' };
  if (others.length > 0) return { status: 400, message: 'The request has more than one Host header.' };
  if (HOST.test(host)) return undefined;
  return { status: 400, message: 'The Host header must be a host name and optionally a port.' };
}

/** A URL without a host is invalid, and so is one with a user's name (RFC 9110, 4.2.1 and 4.2.4). */
function unusableTarget(request: IncomingMessage): Fault | undefined {
  const host = hostOfTarget(request);
  if (host === undefined || (host !== '' && HOST.test(host))) return undefined;
  return { status: 400, message: 'A URL as the request target must have a host name and optionally a port.' };
}

/** Answers with the error object and closes the connection, since the body of the request stays unread. */
export function refuse(response: ServerResponse, fault: Fault): void {
  const body = bodyOf(fault);
  response.writeHead(fault.status, headersOf(body)).end(body);
}

/** What Node could not read as a request, with the bytes that it read last. */
type ClientError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

/** Sends the error object for input that Node cannot parse as a request (`clientError`), and closes the connection. */
export function refuseMalformed(error: ClientError, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const fault = FAULTS[error.code ?? ''] ?? { status: 400 };
  const body = bodyOf(fault);
  const isHead = error.rawPacket?.toString('latin1', 0, 5) === 'HEAD ';
  socket.end(`${headOf(fault.status, headersOf(body))}${isHead ? '' : body}`, () => {
    // Others may still be sending, and would lose this answer; they end at the deadline at the latest.
    if (fault.status === 408) socket.destroy();
  });
}

/**
 * Answers a request with OVERLOADED before any door sees it. It costs as little as possible: whatever is done for it is
 * taken from those that are served. Its connection stays open: another costs more.
 */
export function refuseOverloaded(response: ServerResponse): void {
  const { status, headers, body } = OVERLOADED;
  response.writeHead(status, headers).end(body);
}

/** Answers a connection with OVERLOADED, whatever it was to ask, and closes it. */
export function refuseConnection(socket: Socket): void {
  const { status, headers, body } = OVERLOADED;
  socket.write(`${headOf(status, { ...headers, Connection: 'close' })}${body}`);
  socket.destroySoon();
}

function answerOf(refusal: Refusal) {
  const body = JSON.stringify({ error: refusal.wordedBy(HTTP_WORDING), code: refusal.code });
  const headers = { 'Content-Type': JSON_TYPE, 'Content-Length': Buffer.byteLength(body) };
  return { status: refusal.status, headers: { ...headers, ...refusalHeaders(refusal) }, body };
}

const OVERLOADED = answerOf(new Refusal('OVERLOADED'));

/** The lines before a body. */
function headOf(status: number, headers: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', ''].join('\r\n');
}

function bodyOf({ message }: Fault): string {
  const refusal = new Refusal('BAD_REQUEST', message === undefined ? {} : { message });
  return JSON.stringify({ error: refusal.wordedBy(HTTP_WORDING), code: refusal.code });
}

function headersOf(body: string): Readonly<Record<string, string | number>> {
  return {
    'Content-Type': JSON_TYPE,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
}
