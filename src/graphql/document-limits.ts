import { type DocumentNode, GraphQLError, Lexer, type ParseOptions, Source, TokenKind, parse } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { Refusal } from '../domain/refusal.ts';
import { BoundedLexer } from './bounded-lexer.ts';
import { measureDocument } from './document-size.ts';

const MAX_TOKENS = 4000;
const MAX_DEPTH = 12;
const MAX_FIELDS = 1000;
const MAX_ALIASES = 100;

/**
 * Refuses a document that exceeds a limit with DOCUMENT_TOO_LARGE. This happens while parsing, because the cost of
 * validation grows with the square of the number of fields.
 */
export function useDocumentLimits(): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn(parseBounded);
    },
  };
}

function parseBounded(source: string | Source, options?: ParseOptions): DocumentNode {
  const document = parseTokens(source, options);
  const { depth, fields, aliases } = measureDocument(document);
  requireAtMost(MAX_DEPTH, depth, 'levels of fields');
  requireAtMost(MAX_FIELDS, fields, 'fields, including those of its fragments');
  requireAtMost(MAX_ALIASES, aliases, 'aliases, including those of its fragments');
  return document;
}

function parseTokens(source: string | Source, options?: ParseOptions): DocumentNode {
  const given = typeof source === 'string' ? new Source(source) : source;
  const lexer = new BoundedLexer(given, (size, unit, bound) => tooLarge(bound, size, unit));
  try {
    return parse(given, { ...options, maxTokens: MAX_TOKENS, lexer });
  } catch (error) {
    // graphql-js reports too many tokens without a code, and a syntax error among the first tokens hides it.
    if (hasTooManyTokens(given)) throw tooLarge(MAX_TOKENS, `more than ${MAX_TOKENS}`, 'tokens');
    throw error;
  }
}

function hasTooManyTokens(source: Source): boolean {
  const lexer = new Lexer(source);
  try {
    for (let tokens = 0; tokens <= MAX_TOKENS; tokens++) {
      if (lexer.advance().kind === TokenKind.EOF) return false;
    }
    return true;
  } catch {
    return false;
  }
}

function requireAtMost(bound: number, size: number, unit: string): void {
  if (size > bound) throw tooLarge(bound, String(size), unit);
}

/** A GraphQLError, so that the response is that of any document that does not parse (GraphQL over HTTP). */
function tooLarge(bound: number, size: string, unit: string): GraphQLError {
  const message = `The document has ${size} ${unit}; the limit is ${bound}.`;
  return new GraphQLError(message, { originalError: new Refusal('DOCUMENT_TOO_LARGE', { message }) });
}
