import type { LogRecord } from '../log-record.ts';

/**
 * Parses the first line of a request. HTTP/0.9 has no protocol, and a target may have spaces, which servers log
 * unchanged. An invalid line, such as the start of a TLS handshake, has neither method nor target.
 */
export function parseRequestLine(request: string): Pick<LogRecord, 'method' | 'target'> {
  const space = request.indexOf(' ');
  const method = parseMethod(request.slice(0, Math.max(space, 0)));
  const lastSpace = request.lastIndexOf(' ');
  const hasProtocol = lastSpace > space && PROTOCOL.test(request.slice(lastSpace + 1));
  const target = request.slice(space + 1, hasProtocol ? lastSpace : undefined);
  if (method === undefined || target === '' || target.startsWith(' ')) return NO_REQUEST;
  return { method, target };
}

/** A method from a request line or a field; undefined for anything else, such as "-". */
export function parseMethod(text: string | undefined): string | undefined {
  return text !== undefined && METHOD.test(text) ? text : undefined;
}

const METHOD = /^[A-Z][A-Z_-]{0,31}$/;
const PROTOCOL = /^[A-Z]{1,8}\/\d(?:\.\d)?$/;
const NO_REQUEST = { method: undefined, target: undefined };
