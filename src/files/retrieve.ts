type RetrieveOptions = {
  /** Sends a request as the global `fetch` does. */
  readonly fetch?: typeof globalThis.fetch;
  readonly headers: Readonly<Record<string, string>>;
  readonly withinMs: number;
  readonly maxBytes: number;
  readonly maxRedirects: number;
};

/** A response with the status 200 to 299, or 304. */
export type Retrieved = { readonly status: number; readonly headers: Headers; readonly text: string };

/**
 * Retrieves a text over HTTPS, with limits on the time, the size and the redirects. Rejects with an Error that says why
 * there is none.
 */
export async function retrieve(
  address: string,
  { fetch = globalThis.fetch, headers, withinMs, maxBytes, maxRedirects }: RetrieveOptions,
): Promise<Retrieved> {
  const signal = AbortSignal.timeout(withinMs);
  const send = (url: string) => fetch(url, { redirect: 'manual', headers, signal });
  try {
    const response = await follow(address, maxRedirects, send);
    const { status, headers: received } = response;
    return { status, headers: received, text: await readText(response, maxBytes) };
  } catch (error) {
    if (signal.aborted) throw new Error(`no response within ${withinMs / 1000} seconds`, { cause: error });
    throw error instanceof TypeError ? new Error(reasonOf(error), { cause: error }) : error;
  }
}

const NOT_MODIFIED = 304;

async function follow(
  address: string,
  maxRedirects: number,
  send: (url: string) => Promise<Response>,
): Promise<Response> {
  let url = address;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await send(url);
    const { status } = response;
    if (response.ok || status === NOT_MODIFIED) return response;
    const location = response.headers.get('location');
    await response.body?.cancel();
    if (status < 300 || status > 399 || location === null)
      throw new Error(`the response has the status ${status}`);
    if (maxRedirects === 0) throw new Error(`it redirects to ${location}, which is not followed`);
    url = new URL(location, url).href;
    if (!url.startsWith('https:')) throw new Error(`a redirect leads to ${url}, which is not HTTPS`);
  }
  throw new Error(`more than ${maxRedirects} redirects`);
}

async function readText({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`the response has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
