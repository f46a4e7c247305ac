import type { IncomingHttpHeaders } from 'node:http';

export type Headers = Readonly<Record<string, string | undefined>>;

export function flatHeaders(headers: IncomingHttpHeaders): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

/** The begin of a body. The rest of a long one is left unread. */
export async function readBegin(
  body: AsyncIterable<Buffer>,
  maxOctets: number,
): Promise<{ readonly octets: Buffer; readonly isCut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxOctets) break;
  }
  return { octets: Buffer.concat(chunks).subarray(0, maxOctets), isCut: size > maxOctets };
}

/** Node.js would send the user of an address by itself, but not as it is meant (percent-encoded). */
export function withoutUser(url: URL): URL {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}
