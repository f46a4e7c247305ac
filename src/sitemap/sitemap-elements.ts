import { NoSitemap } from './no-sitemap.ts';
import type { XmlToken } from './xml-tokens.ts';

/** A page of a sitemap, or a sitemap of an index, as it is written. */
export type SitemapEntry = { readonly address: string; readonly lastmod: string | undefined };

export type SitemapKind = 'urlset' | 'sitemapindex';

const CHILD_OF: Readonly<Record<SitemapKind, string>> = { urlset: 'url', sitemapindex: 'sitemap' };

const DEEPEST = 32;
/** What is longer is no address of a page. */
export const LONGEST_TEXT = 8_192;

type Element = {
  /** Its name without prefix; undefined if it is of another namespace than the root. */
  readonly local: string | undefined;
  readonly qualified: string;
  /** The namespaces that it declares, by prefix. */
  readonly declared: ReadonlyMap<string, string>;
};

/** Reads the elements of a sitemap (sitemaps.org), and passes over those of other namespaces. Throws NoSitemap. */
export class SitemapElements {
  /** Known once the first element has begun. */
  kind: SitemapKind | undefined;
  private readonly open: Element[] = [];
  private namespace = '';
  private hasEnded = false;
  private texts: Record<'loc' | 'lastmod', string> = { loc: '', lastmod: '' };

  /** The entries that end with these tokens. */
  read(tokens: readonly XmlToken[]): readonly SitemapEntry[] {
    const entries: SitemapEntry[] = [];
    for (const token of tokens) {
      if (token.kind === 'text') this.take(token.text);
      else if (token.kind === 'close') this.close(token.name, entries);
      else {
        this.begin(token.name, token.attributes);
        if (token.isEmpty) this.close(token.name, entries);
      }
    }
    return entries;
  }

  end(): void {
    const last = this.open.at(-1);
    if (last !== undefined) throw new NoSitemap(`ends within <${last.qualified}>`);
    if (!this.hasEnded) throw new NoSitemap('is empty');
  }

  private begin(qualified: string, attributes: string): void {
    if (this.hasEnded) throw new NoSitemap(`goes on after its end, with <${qualified}>`);
    if (this.open.length === DEEPEST)
      throw new NoSitemap(`has more than ${DEEPEST} elements within each other`);
    const declared = namespacesIn(attributes);
    const namespace = this.namespaceOf(qualified, declared);
    if (this.open.length === 0) this.beginRoot(qualified, namespace);
    const local = namespace === this.namespace ? localOf(qualified) : undefined;
    this.open.push({ local, qualified, declared });
    if (this.open.length === 2) this.texts = { loc: '', lastmod: '' };
  }

  private beginRoot(qualified: string, namespace: string): void {
    const local = localOf(qualified);
    if (local !== 'urlset' && local !== 'sitemapindex')
      throw new NoSitemap(
        `begins with <${qualified.slice(0, 60)}>, where a sitemap begins with <urlset> or <sitemapindex>`,
      );
    this.kind = local;
    this.namespace = namespace;
  }

  private close(qualified: string, entries: SitemapEntry[]): void {
    const ended = this.open.pop();
    if (ended?.qualified !== qualified)
      throw new NoSitemap(`is no XML: </${qualified.slice(0, 60)}> ends nothing that is open`);
    if (this.open.length === 0) this.hasEnded = true;
    if (this.open.length !== 1 || this.kind === undefined || ended.local !== CHILD_OF[this.kind]) return;
    const { loc, lastmod } = this.texts;
    if (loc.trim() !== '') entries.push({ address: loc.trim(), lastmod: lastmod.trim() || undefined });
  }

  private take(text: string): void {
    const name = this.textOf();
    if (name === undefined) return;
    const taken = this.texts[name];
    this.texts[name] = taken + text.slice(0, LONGEST_TEXT - taken.length);
  }

  /** Which text of an entry the open element has. */
  private textOf(): 'loc' | 'lastmod' | undefined {
    const [, child, element] = this.open;
    if (this.open.length !== 3 || this.kind === undefined || child?.local !== CHILD_OF[this.kind])
      return undefined;
    return element?.local === 'loc' || element?.local === 'lastmod' ? element.local : undefined;
  }

  private namespaceOf(qualified: string, declared: ReadonlyMap<string, string>): string {
    const prefix = qualified.includes(':') ? qualified.slice(0, qualified.indexOf(':')) : '';
    const own = declared.get(prefix);
    if (own !== undefined) return own;
    return this.open.findLast((element) => element.declared.has(prefix))?.declared.get(prefix) ?? prefix;
  }
}

function localOf(qualified: string): string {
  return qualified.slice(qualified.indexOf(':') + 1);
}

const NAMESPACE = /(?<=\s)xmlns(?::([^\s=]{1,64}))?\s{0,9}=\s{0,9}(?:"([^"]{0,256})"|'([^']{0,256})')/g;

const NO_NAMESPACES: ReadonlyMap<string, string> = new Map();

function namespacesIn(attributes: string): ReadonlyMap<string, string> {
  if (!attributes.includes('xmlns')) return NO_NAMESPACES;
  return new Map(
    Array.from(attributes.matchAll(NAMESPACE), ([, prefix = '', double, single]) => [
      prefix,
      double ?? single ?? '',
    ]),
  );
}
