import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { retrieve } from '../files/retrieve.ts';
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
  fetch,
  withinMs = 30_000,
  maxBytes = 4_000_000,
}: FetchOptions = {}): ListSource {
  return async (address) => {
    const limits = { ...(fetch && { fetch }), withinMs, maxBytes, maxRedirects: 5 };
    const { status, text } = await retrieve(address, { headers: HEADERS, ...limits });
    if (status === NOT_MODIFIED) throw new Error(`the response has the status ${status}`);
    return text;
  };
}

const HEADERS = { Accept: 'application/json, text/html', 'User-Agent': 'site-traffic' };

/** Nobody asked whether it was. */
const NOT_MODIFIED = 304;
