import { ZIP_ARCHIVE, unpack } from '../logs/unpack.ts';
import { NoSitemap } from './no-sitemap.ts';
import { LONGEST_TEXT, SitemapElements, type SitemapEntry, type SitemapKind } from './sitemap-elements.ts';
import { XmlTokens } from './xml-tokens.ts';

/** A sitemap lists pages, in XML or as a list of addresses; an index lists sitemaps. */
export type SitemapPart = { readonly kind: SitemapKind; readonly entries: readonly SitemapEntry[] };

export type SitemapBounds = {
  /** How many entries a file may have. */
  readonly entries: number;
  /** How long it may be, unpacked. */
  readonly octets: number;
};

/** What the protocol allows (sitemaps.org). */
export const PROTOCOL_BOUNDS: SitemapBounds = { entries: 50_000, octets: 52_428_800 };

/** Pieces are joined to so many characters, so that an unfinished tag is not read again and again. */
const PIECE = 65_536;

/**
 * Reads a sitemap or an index of sitemaps (sitemaps.org), in XML or as a list of addresses, packed by gzip or not, part by
 * part: it holds no more of it in memory than one. Throws NoSitemap, also for a file that is not whole.
 */
export async function* readSitemap(
  source: AsyncIterable<Uint8Array>,
  bounds = PROTOCOL_BOUNDS,
): AsyncGenerator<SitemapPart> {
  let entries = 0;
  let parser: Parser | undefined;
  for await (const piece of pieces(textOf(source, bounds.octets))) {
    parser ??= parserOf(piece);
    const part = parser.push(piece);
    entries += part.entries.length;
    if (entries > bounds.entries)
      throw new NoSitemap(`has more than ${bounds.entries.toLocaleString('en')} addresses`);
    yield part;
  }
  if (parser === undefined) throw new NoSitemap('is empty');
  yield parser.end();
}

type Parser = { readonly push: (piece: string) => SitemapPart; readonly end: () => SitemapPart };

function parserOf(begin: string): Parser {
  return begin.trimStart().startsWith('<') ? xmlParser() : listParser();
}

function xmlParser(): Parser {
  const tokens = new XmlTokens();
  const elements = new SitemapElements();
  const partOf = (entries: readonly SitemapEntry[]): SitemapPart => ({
    kind: elements.kind ?? 'urlset',
    entries,
  });
  return {
    push: (piece) => partOf(elements.read(tokens.push(piece))),
    end() {
      tokens.end();
      elements.end();
      return partOf([]);
    },
  };
}

/**
 * An address, and behind it what no address goes on with: a tab, or a comma with nothing, a space, a quotation mark, another
 * address or a day behind it. Other commas may be part of an address.
 */
const ROW_OF_TABLE = /^[^,;\t]*(?:\t|[,;](?:$|[\s",;]|https?:|\d{4}-\d\d-\d\d(?:[T ,;]|$)))/i;

/** A file of text has an address on each line, from its first. What begins otherwise is a page that says "not found", or a table. */
function listParser(): Parser {
  let rest = '';
  let isList: boolean | undefined;
  const partOf = (lines: readonly string[]): SitemapPart => {
    const written = lines.map((line) => line.trim()).filter(Boolean);
    const [first] = written;
    if (first !== undefined) isList ??= isAddress(first);
    if (isList === false) throw notOne();
    return { kind: 'urlset', entries: written.map((address) => ({ address, lastmod: undefined })) };
  };
  return {
    push(piece) {
      const lines = `${rest}${piece}`.split(/\r\n|\r|\n/);
      // what is too long for an address need not be kept whole
      rest = (lines.pop() ?? '').slice(0, LONGEST_TEXT);
      return partOf(lines);
    },
    end() {
      const part = partOf([rest]);
      if (isList === undefined) throw notOne();
      return part;
    },
  };
}

function isAddress(line: string): boolean {
  if (!/^https?:\/\//i.test(line)) return false;
  if (ROW_OF_TABLE.test(line))
    throw new NoSitemap('is a table, such as CSV: a list has one address on each line, and nothing else');
  return true;
}

function notOne(): NoSitemap {
  return new NoSitemap('is neither a sitemap in XML nor a list of addresses');
}

async function* textOf(source: AsyncIterable<Uint8Array>, mostOctets: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let octets = 0;
  try {
    for await (const chunk of unpack(source).chunks) {
      octets += chunk.length;
      if (octets > mostOctets) throw new NoSitemap(`has more than ${mostOctets.toLocaleString('en')} bytes`);
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    throw reasonOf(error);
  }
}

/** What else fails is not about the file. */
function reasonOf(error: unknown): unknown {
  const { code } = error as { readonly code?: unknown };
  if (code === ZIP_ARCHIVE)
    return new NoSitemap('is a zip archive; sitemaps are compressed by gzip', { cause: error });
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return new NoSitemap('is not UTF-8', { cause: error });
  if (typeof code === 'string' && code.startsWith('Z_'))
    return new NoSitemap('is compressed by gzip, and broken', { cause: error });
  return error;
}

async function* pieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
