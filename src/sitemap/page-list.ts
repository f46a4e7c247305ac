import { type ListedPage, MOST_CHARACTERS, MOST_PAGES } from '../domain/sitemap.ts';
import { normalised, octetsOf } from '../robots/octets.ts';
import { modifiedDay } from './modified-day.ts';
import type { SitemapEntry } from './sitemap-elements.ts';

/** What of a sitemap is not in the list. */
export type LeftOut = {
  /** Addresses of other hosts than the site's. */
  readonly otherHosts: number;
  /** What is no web address, or has a path that is too long. */
  readonly unusable: number;
  /** Pages beyond the most that are kept, or beyond what their paths may have together. */
  readonly tooMany: number;
};

/** It encodes nothing, so it is an octet that should be encoded itself. */
const LONE_PERCENT = /%(?![0-9A-Fa-f]{2})/g;

/** As it is recorded: longer paths are cut. */
const LONGEST_PATH = 2_048;

/** What a list may have. */
type Most = { readonly pages: number; readonly characters: number };

/** The pages of a site, as its sitemaps tell them one after the other. */
export class PageList {
  readonly leftOut = { otherHosts: 0, unusable: 0, tooMany: 0 };
  private readonly hosts: readonly string[];
  private readonly most: Most;
  private readonly byPath = new Map<string, Omit<ListedPage, 'path'>>();
  private characters = 0;

  constructor(domain: string, most: Partial<Most> = {}) {
    this.hosts = hostsOf(domain);
    this.most = { pages: MOST_PAGES, characters: MOST_CHARACTERS, ...most };
  }

  add({ address, lastmod }: SitemapEntry): void {
    const written = this.pathOf(address);
    if (written === undefined) return;
    const octets = octetsOf(written);
    const path = normalised(octets.replace(LONE_PERCENT, '%25'));
    if (path.length > LONGEST_PATH) {
      this.leftOut.unusable += 1;
      return;
    }
    const modifiedOn = lastmod === undefined ? null : (modifiedDay(lastmod) ?? null);
    const known = this.byPath.get(path);
    if (known === undefined) this.addPage({ path, spelling: spellingOf(written, path), modifiedOn });
    else this.byPath.set(path, { ...known, modifiedOn: later(known.modifiedOn, modifiedOn) });
  }

  /** Adds a page that is not in the list, if there is room. */
  private addPage({ path, ...page }: ListedPage): void {
    const characters = this.characters + path.length + (page.spelling?.length ?? 0);
    if (this.byPath.size >= this.most.pages || characters > this.most.characters) {
      this.leftOut.tooMany += 1;
      return;
    }
    this.characters = characters;
    this.byPath.set(path, page);
  }

  /** By path, in code point order. */
  pages(): readonly ListedPage[] {
    // the paths are ASCII
    const paths = [...this.byPath.keys()].sort();
    return paths.map((path) => ({ path, spelling: null, modifiedOn: null, ...this.byPath.get(path) }));
  }

  /** The path of an address of the site, as it is written; counts what is none. */
  private pathOf(address: string): string | undefined {
    const [, path] = ADDRESS.exec(address) ?? [];
    if (path === undefined || !URL.canParse(address)) {
      this.leftOut.unusable += 1;
      return undefined;
    }
    if (!this.hosts.includes(hostOf(address))) {
      this.leftOut.otherHosts += 1;
      return undefined;
    }
    return path === '' ? '/' : path;
  }
}

const ADDRESS = /^https?:\/\/[^/?#\\]+([^?#]*)/i;

/** The site's domain, with and without `www.`. */
export function hostsOf(domain: string): readonly string[] {
  const bare = domain.toLowerCase().replace(/^www\./, '');
  return [bare, `www.${bare}`];
}

export function hostOf(address: string): string {
  return new URL(address).hostname.replace(/\.$/, '');
}

/** Controls and halves of characters cannot be stored. A copy, since a part of a text keeps all of it in memory. */
function spellingOf(written: string, path: string): string | null {
  if (written === path || /[\p{Cc}\p{Cs}]/u.test(written)) return null;
  return Buffer.from(written).toString();
}

function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}
