import { NoSitemap } from './no-sitemap.ts';
import { withoutEntities } from './entities.ts';

/** What XML is made of, as far as sitemaps need it. Comments and processing instructions are passed over. */
export type XmlToken =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: string; readonly isEmpty: boolean }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

/** Longer tags are in no sitemap. */
const LONGEST_TAG = 65_536;

/** What is passed over or taken as it stands until its end, by its begin. */
const SPANS = [
  { begin: '<!--', end: '-->', isText: false },
  { begin: '<![CDATA[', end: ']]>', isText: true },
  { begin: '<?', end: '?>', isText: false },
] as const;

type Span = (typeof SPANS)[number];

/**
 * Splits XML into tokens, piece by piece, each in time linear in its length. It keeps at most an unfinished tag of what it
 * has read. There are no entities but those of XML itself: what has a DTD is refused. Throws NoSitemap.
 */
export class XmlTokens {
  private rest = '';
  private span: Span | undefined;

  push(piece: string): readonly XmlToken[] {
    const tokens: XmlToken[] = [];
    const text = this.rest + piece;
    let at = 0;
    for (let next: number | undefined = 0; next !== undefined; at = next ?? at)
      next = this.read(text, at, tokens);
    this.rest = text.slice(at);
    if (this.span === undefined && this.rest.length > LONGEST_TAG)
      throw new NoSitemap(`has a tag of more than ${LONGEST_TAG.toLocaleString('en')} characters`);
    return tokens;
  }

  /** Throws NoSitemap if the text ends within a tag. */
  end(): void {
    if (this.span !== undefined || this.rest.trim() !== '')
      throw new NoSitemap('ends in the middle of a tag');
  }

  /** Reads what begins at a place: where the next begins; undefined if the end of it is not there yet. */
  private read(text: string, at: number, tokens: XmlToken[]): number | undefined {
    if (at >= text.length) return undefined;
    if (this.span !== undefined) return this.readSpan(this.span, { text, at }, tokens);
    if (text[at] !== '<') return readText(text, at, tokens);
    const span = SPANS.find(({ begin }) => text.startsWith(begin, at));
    if (span !== undefined) {
      this.span = span;
      return at + span.begin.length;
    }
    // a begin that is cut may be any of them
    if (SPANS.some(({ begin }) => begin.startsWith(text.slice(at)))) return undefined;
    return readTag(text, at, tokens);
  }

  private readSpan(
    { end, isText }: Span,
    { text, at }: { readonly text: string; readonly at: number },
    tokens: XmlToken[],
  ): number | undefined {
    const found = text.indexOf(end, at);
    const until = found === -1 ? text.length - end.length + 1 : found;
    if (isText && until > at) tokens.push({ kind: 'text', text: text.slice(at, until) });
    if (found === -1) return until > at ? until : undefined;
    this.span = undefined;
    return found + end.length;
  }
}

/** An entity that is cut is read with the next piece. */
function readText(text: string, at: number, tokens: XmlToken[]): number | undefined {
  const found = text.indexOf('<', at);
  const until = found === -1 ? beforeCutEntity(text, at) : found;
  if (until === at) return undefined;
  tokens.push({ kind: 'text', text: withoutEntities(text.slice(at, until)) });
  return until;
}

const LONGEST_ENTITY = 12;

function beforeCutEntity(text: string, at: number): number {
  const begin = text.lastIndexOf('&');
  const isCut = begin >= at && text.length - begin < LONGEST_ENTITY && !text.includes(';', begin);
  return isCut ? begin : text.length;
}

function readTag(text: string, at: number, tokens: XmlToken[]): number | undefined {
  const end = endOfTag(text, at);
  if (end === undefined) return undefined;
  const tag = text.slice(at + 1, end);
  if (tag.startsWith('!')) throw new NoSitemap('has a document type declaration, which sitemaps do without');
  const isClose = tag.startsWith('/');
  const isEmpty = tag.endsWith('/');
  const [name] = /^[^\s/]+/.exec(isClose ? tag.slice(1) : tag) ?? [];
  if (name === undefined) throw new NoSitemap(`is no XML: "<${tag.slice(0, 60)}>" is no tag`);
  if (isClose) tokens.push({ kind: 'close', name });
  else tokens.push({ kind: 'open', name, attributes: tag.slice(name.length), isEmpty });
  return end + 1;
}

/** A value may have a `>`. */
function endOfTag(text: string, at: number): number | undefined {
  let quote: string | undefined;
  for (let place = at; place < text.length; place++) {
    const character = text[place];
    if (quote !== undefined) quote = character === quote ? undefined : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return place;
  }
  return undefined;
}
