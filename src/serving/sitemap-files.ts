import type { Config } from '../settings/config.ts';
import type { Lookup } from '../outgoing/look-up.ts';
import type { GetParts, Got } from '../outgoing/get.ts';
import { NoResponse } from '../outgoing/no-response.ts';
import { readBegin } from '../outgoing/response.ts';
import { MAX_OCTETS } from '../robots/read-text.ts';
import type { SitemapFiles } from '../sitemap/collect-pages.ts';
import { SitemapNotRead } from '../sitemap/no-sitemap.ts';
import { sitemapsIn } from '../sitemap/robots-lines.ts';
import { retrievingBy } from './retrieving-by.ts';

export type WebParts = {
  readonly config: Pick<Config, 'notify' | 'publicUrl'>;
  readonly turnOf?: GetParts['turnOf'];
  readonly stop?: AbortSignal;
  readonly mostFiles: number;
  /** For tests. */
  readonly lookup?: Lookup | undefined;
  readonly testServer?: GetParts['testServer'];
};

const WITHIN_MS = 60_000;

/**
 * The sitemaps that the robots.txt of a domain names, or `/sitemap.xml` if it names none, under the guard of addresses that
 * channels have.
 */
export function sitemapsOfWeb(domain: string, { config, mostFiles, ...rest }: WebParts): SitemapFiles {
  const parts: GetParts = {
    ...retrievingBy(config),
    withinMs: WITHIN_MS,
    ...rest,
  };

  async function ask<Result>(address: string, read: (got: Got) => Promise<Result>): Promise<Result> {
    if (!URL.canParse(address)) throw new SitemapNotRead(`${address} is no web address`);
    // imported late: many services ask for nothing, and TLS takes a megabyte of memory
    const { get } = await import('../outgoing/get.ts');
    return get(address, parts, read).catch((error: unknown) => {
      throw error instanceof NoResponse
        ? new SitemapNotRead(`${address} cannot be read: ${error.message}`, { cause: error })
        : error;
    });
  }

  return {
    mostFiles,
    async first() {
      const robots = `https://${domain}/robots.txt`;
      const named = await ask(robots, async ({ status, body }) => {
        if (status >= 400 && status < 500) return [];
        requireOk(robots, status);
        return sitemapsIn((await readBegin(body, MAX_OCTETS)).octets.toString());
      });
      return named.length > 0 ? named : [`https://${domain}/sitemap.xml`];
    },
    open: (address, read) =>
      ask(address, ({ status, body }) => {
        requireOk(address, status);
        return read(body);
      }),
  };
}

function requireOk(address: string, status: number): void {
  if (status !== 200)
    throw new SitemapNotRead(`${address} cannot be read: the response has the status ${status}`);
}
