import { NoSitemap, SitemapNotRead } from './no-sitemap.ts';
import { type LeftOut, PageList } from './page-list.ts';
import { PROTOCOL_BOUNDS, type SitemapBounds, readSitemap } from './read-sitemap.ts';
import type { ListedPage } from '../domain/sitemap.ts';

/** Where the sitemaps of a site are read from. */
export type SitemapFiles = {
  /** The names or addresses of those to begin with. Rejects with SitemapNotRead. */
  readonly first: () => Promise<readonly string[]>;
  /** Hands the octets of one to a reader. Rejects with SitemapNotRead, and with what the reader throws. */
  readonly open: <Result>(
    name: string,
    read: (octets: AsyncIterable<Uint8Array>) => Promise<Result>,
  ) => Promise<Result>;
  readonly bounds?: SitemapBounds;
  /** How many files robots.txt, and all indexes together, may name. */
  readonly mostFiles: number;
};

export type CollectedPages = {
  readonly pages: readonly ListedPage[];
  readonly leftOut: LeftOut;
  /** The sitemaps that were read. */
  readonly files: number;
};

/**
 * The pages of a site, from its sitemaps one after the other: no more than the list can have, which are counted, and no index
 * within an index.
 * If one of them cannot be read, there is no list, because pages would be missing. Rejects with SitemapNotRead.
 */
export async function collectPages(
  domain: string,
  { first, open, bounds = PROTOCOL_BOUNDS, mostFiles }: SitemapFiles,
): Promise<CollectedPages> {
  const list = new PageList(domain);
  let files = 0;

  /** The sitemaps that the file names. */
  async function readFile(name: string): Promise<readonly string[]> {
    files += 1;
    const named: string[] = [];
    return open(name, async (octets) => {
      for await (const { kind, entries } of readSitemap(octets, bounds))
        if (kind === 'sitemapindex') named.push(...entries.map(({ address }) => address));
        else for (const entry of entries) list.add(entry);
      return named;
    }).catch((error: unknown) => {
      throw error instanceof NoSitemap
        ? new SitemapNotRead(`${name} ${error.message}`, { cause: error })
        : error;
    });
  }

  const begin = await first();
  if (begin.length > mostFiles)
    throw new SitemapNotRead(`robots.txt names ${begin.length} sitemaps, more than ${mostFiles}`);
  let inIndexes = 0;
  for (const name of begin) {
    const named = [...new Set(await readFile(name))];
    inIndexes += named.length;
    if (inIndexes > mostFiles)
      throw new SitemapNotRead(`with ${name} indexes name ${inIndexes} sitemaps, more than ${mostFiles}`);
    for (const one of named) {
      if ((await readFile(one)).length > 0)
        throw new SitemapNotRead(`${one} is an index, and ${name}, which names it, is one, too`);
    }
  }
  return { pages: list.pages(), leftOut: list.leftOut, files };
}
