import { retrieve } from '../files/retrieve.ts';
import { type Directory, readDirectory } from './directory.ts';
import { keysThatSigned } from './directory-signature.ts';

const PATH = '/.well-known/http-message-signatures-directory';
const MEDIA_TYPE = 'application/http-message-signatures-directory+json';

const LIMITS = { withinMs: 10_000, maxBytes: 256_000, maxRedirects: 0 };

const NOT_MODIFIED = 304;

type RetrieveOptions = {
  /** Sends a request as the global `fetch` does. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly nowMs: number;
};

/**
 * Retrieves the directory of a host over HTTPS, without redirects, in bounded time and size; if the version that we have is
 * still the newest, it stays. Only keys that have signed the directory count. Rejects with an Error that says what is wrong.
 */
export async function retrieveDirectory(
  previous: Directory,
  { fetch, nowMs }: RetrieveOptions,
): Promise<Directory> {
  const { host, etag } = previous;
  const headers = { Accept: MEDIA_TYPE, 'User-Agent': 'site-traffic', ...conditionOf(previous) };
  const received = await retrieve(`https://${host}${PATH}`, { ...LIMITS, ...(fetch && { fetch }), headers });
  if (received.status === NOT_MODIFIED) {
    if (etag === null) throw new Error('the response has the status 304');
    return { ...previous, retrievedAtMs: nowMs };
  }
  const type = received.headers.get('content-type') ?? 'none';
  if (type.split(';', 1)[0]?.trim().toLowerCase() !== MEDIA_TYPE)
    throw new Error(`the response has the content type ${type}, not ${MEDIA_TYPE}`);
  const listed = readDirectory(received.text);
  const keys = keysThatSigned(listed, { host, headers: received.headers, receivedAtMs: nowMs });
  if (keys.length === 0) throw new Error('none of its keys has signed it');
  return { host, keys, retrievedAtMs: nowMs, etag: received.headers.get('etag') };
}

function conditionOf({ etag, keys }: Directory): Readonly<Record<string, string>> {
  return etag === null || keys.length === 0 ? {} : { 'If-None-Match': etag };
}
