import { type DocumentNode, GraphQLError, Lexer, type ParseOptions, Source, TokenKind, parse } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { Refusal } from '../domain/refusal.ts';
import { measureDocument } from './document-size.ts';

const MAX_TOKENS = 4000;
const MAX_DEPTH = 12;
const MAX_FIELDS = 1000;
const MAX_ALIASES = 100;

/**
 * Refuses a document over a bound with DOCUMENT_TOO_LARGE while it is parsed, so before it is validated, whose cost
 * grows with the square of the fields.
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
  requireAtMost(MAX_FIELDS, fields, 'fields, those of its fragments included');
  requireAtMost(MAX_ALIASES, aliases, 'aliases, those of its fragments included');
  return document;
}

function parseTokens(source: string | Source, options?: ParseOptions): DocumentNode {
  try {
    return parse(source, { ...options, maxTokens: MAX_TOKENS });
  } catch (error) {
    // graphql-js gives the error of too many tokens no code, and finds a wrong one among the first as a mere mistake.
    if (hasTooManyTokens(source)) throw tooLarge(MAX_TOKENS, `more than ${MAX_TOKENS}`, 'tokens');
    throw error;
  }
}

function hasTooManyTokens(source: string | Source): boolean {
  const lexer = new Lexer(typeof source === 'string' ? new Source(source) : source);
  try {
    for (let tokens = 0; tokens <= MAX_TOKENS; tokens++) {
      if (lexer.advance().kind === TokenKind.EOF) return false;
    }
    return true;
  } catch {
    return false;
  }
}

function requireAtMost(bound: number, size: number, what: string): void {
  if (size > bound) throw tooLarge(bound, String(size), what);
}

/** A GraphQLError, so that it is answered as any document that does not parse (GraphQL over HTTP). */
function tooLarge(bound: number, size: string, what: string): GraphQLError {
  const message = `The document has ${size} ${what}; at most ${bound} are answered.`;
  return new GraphQLError(message, { originalError: new Refusal('DOCUMENT_TOO_LARGE', { message }) });
}
