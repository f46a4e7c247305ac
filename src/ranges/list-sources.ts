import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListSource } from './update-lists.ts';

/** Reads the files of a folder. Each is named as the last part of its list's address. */
export function folderSource(folder: string): ListSource {
  return (address) => {
    const file = join(folder, fileNameOf(address));
    return readFile(file, 'utf8').catch((cause: unknown) => {
      throw new Error(`the file ${file} cannot be read`, { cause });
    });
  };
}

/** `gptbot.json` of https://openai.com/gptbot.json, `ip-addresses` of https://developer.amazon.com/…/ip-addresses/. */
export function fileNameOf(address: string): string {
  return new URL(address).pathname.split('/').filter(Boolean).at(-1) ?? '';
}

type FetchOptions = {
  /** Sends a request as the global `fetch` does. */
  readonly fetch?: typeof globalThis.fetch;
  readonly withinMs?: number;
  readonly maxBytes?: number;
};

/** Fetches lists from their addresses, over HTTPS only, with limits on the time, the size and the redirects of each. */
export function httpsSource({
  fetch = globalThis.fetch,
  withinMs = 30_000,
  maxBytes = 4_000_000,
}: FetchOptions = {}): ListSource {
  return async (address) => {
    const signal = AbortSignal.timeout(withinMs);
    try {
      return await readText(await follow(address, (url) => fetch(url, { ...REQUEST, signal })), maxBytes);
    } catch (error) {
      if (signal.aborted) throw new Error(`no response within ${withinMs / 1000} seconds`, { cause: error });
      throw error instanceof TypeError ? new Error(reasonOf(error), { cause: error }) : error;
    }
  };
}

const REQUEST = {
  redirect: 'manual',
  headers: { Accept: 'application/json, text/html', 'User-Agent': 'site-traffic' },
} as const;

const MAX_REDIRECTS = 5;

async function follow(address: string, send: (url: string) => Promise<Response>): Promise<Response> {
  let url = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await send(url);
    const location = response.headers.get('location');
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status < 300 || response.status > 399 || location === null)
      throw new Error(`the response has the status ${response.status}`);
    url = new URL(location, url).href;
    if (!url.startsWith('https:')) throw new Error(`a redirect leads to ${url}, which is not HTTPS`);
  }
  throw new Error(`more than ${MAX_REDIRECTS} redirects`);
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
