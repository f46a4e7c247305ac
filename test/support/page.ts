import { readFileSync } from 'node:fs';
import { type MarkedToken, type Token, marked } from 'marked';

/** All code blocks of the language below a heading of a page, until the next heading of its kind; at least one. */
export function blocksBelow(page: string, heading: string, language: string): readonly string[] {
  const tokens = marked.lexer(readFileSync(page, 'utf8')) as readonly MarkedToken[];
  const from = tokens.findIndex((token) => token.type === 'heading' && nameOf(token.text) === heading);
  const { depth } = (tokens[from] ?? { depth: 0 }) as { readonly depth: number };
  const below = tokens.slice(from + 1);
  const until = below.findIndex((token) => token.type === 'heading' && token.depth <= depth);
  const blocks = codeIn(below.slice(0, until < 0 ? undefined : until));
  const found = blocks.filter(({ lang }) => lang === language).map(({ text }) => text);
  if (from < 0 || found.length === 0) throw new Error(`${page} has no ${language} below "${heading}"`);
  return found;
}

/** Steps of a page have a number before their names. */
function nameOf(heading: string): string {
  return heading.replace(/^\d+\. /, '');
}

/** All code blocks, those of lists too. */
export function codeIn(
  tokens: readonly Token[],
): readonly { readonly lang: string; readonly text: string }[] {
  const found: { readonly lang: string; readonly text: string }[] = [];
  void marked.walkTokens([...tokens], (token) => {
    if (token.type === 'code') found.push({ lang: String(token['lang'] ?? ''), text: String(token['text']) });
  });
  return found;
}
