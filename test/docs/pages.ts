import { readFileSync, readdirSync } from 'node:fs';
import { type Token, marked } from 'marked';

/** The pages of `docs/`. */
export const PAGES: readonly string[] = readdirSync('docs')
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);

/** All that is written for those who use the product. */
export const PAPERS: readonly string[] = ['README.md', ...PAGES];

/** The tokens of a page, those within others too. */
export function tokensOf(page: string): readonly Token[] {
  const tokens: Token[] = [];
  void marked.walkTokens(marked.lexer(readFileSync(page, 'utf8')), (token) => {
    tokens.push(token);
  });
  return tokens;
}

/** The code of a page, in its text and in blocks. */
export function codeOf(page: string): readonly string[] {
  return tokensOf(page).flatMap((token) =>
    token.type === 'code' || token.type === 'codespan' ? [String(token['text'])] : [],
  );
}

/** The prose of a page: what is not code. */
export function proseOf(page: string): string {
  const texts = tokensOf(page).flatMap((token) =>
    token.type === 'text' && !('tokens' in token) ? [token.raw.replaceAll('\n', ' ')] : [],
  );
  return texts.join('\n');
}
