import { writeFileSync } from 'node:fs';

/** A request, independent of the server's address. */
export type PreparedRequest = {
  readonly path: string;
  readonly key: string;
  /** Sent as JSON with POST. Without it the request is a GET. */
  readonly body?: unknown;
};

/** The request as it is sent over the wire. */
export function rawRequest({ path, key, body }: PreparedRequest): string {
  const common = ['Host: bench.example', `Authorization: Bearer ${key}`];
  if (body === undefined) return [`GET ${path} HTTP/1.1`, ...common, '', ''].join('\r\n');
  const text = JSON.stringify(body);
  const length = `Content-Length: ${Buffer.byteLength(text)}`;
  const head = [`POST ${path} HTTP/1.1`, ...common, 'Content-Type: application/json', length];
  return [...head, '', text].join('\r\n');
}

/** Writes requests in the format that load.lua reads. */
export function writeRequests(file: string, requests: readonly PreparedRequest[]): void {
  const records = requests.map((request) => {
    const raw = rawRequest(request);
    return `${Buffer.byteLength(raw)}\n${raw}`;
  });
  writeFileSync(file, records.join(''));
}
