import {
  type DocumentNode,
  GraphQLError,
  Lexer,
  type ParseOptions,
  Source,
  TokenKind,
  parse,
  validate,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { Refusal } from '../domain/refusal.ts';
import { BoundedLexer } from './bounded-lexer.ts';
import { measureDocument } from './document-size.ts';
import { measureWork } from './document-work.ts';

const MAX_TOKENS = 4000;
const MAX_DEPTH = 12;
const MAX_FIELDS = 1000;
const MAX_ALIASES = 100;
/** Ten times what a fragment for each part of a large page takes; validation takes some ten milliseconds for these. */
const MAX_WORK = { selections: 10_000, pairs: 5_000, fragments: 100 };

/** More than anybody mends at once. Each may suggest names, for which it compares all that the schema has. */
const MAX_ERRORS = 5;

/**
 * Refuses a document that exceeds a limit with DOCUMENT_TOO_LARGE. This happens while parsing, because the cost of
 * validation grows with the square of the number of fields. Validation ends at the first few mistakes.
 */
export function useDocumentLimits(): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn(parseBounded);
    },
    onValidate({ setValidationFn }) {
      setValidationFn(validateBounded);
    },
  };
}

function parseBounded(source: string | Source, options?: ParseOptions): DocumentNode {
  const document = parseTokens(source, options);
  const { depth, fields, aliases } = measureDocument(document);
  requireAtMost(MAX_DEPTH, depth, 'levels of fields');
  requireAtMost(MAX_FIELDS, fields, 'fields, including those of its fragments');
  requireAtMost(MAX_ALIASES, aliases, 'aliases, including those of its fragments');
  const { selections, pairs, fragments } = measureWork(document, MAX_WORK);
  requireAtMost(MAX_WORK.fragments, fragments, 'fragments');
  if (pairs > MAX_WORK.pairs) throw tooRepetitive();
  requireAtMost(MAX_WORK.selections, selections, 'selections in all operations and fragments');
  return document;
}

function validateBounded(
  ...[schema, document, rules]: Parameters<typeof validate>
): ReturnType<typeof validate> {
  return validate(schema, document, rules, { maxErrors: MAX_ERRORS });
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

function tooRepetitive(): GraphQLError {
  return refused(
    'The document repeats field names too often: the limit is 5,000 pairs of one name in one place. Select each field once.',
  );
}

function tooLarge(bound: number, size: string, unit: string): GraphQLError {
  return refused(`The document has ${size} ${unit}; the limit is ${bound}.`);
}

/** A GraphQLError, so that the response is that of any document that does not parse (GraphQL over HTTP). */
function refused(message: string): GraphQLError {
  return new GraphQLError(message, { originalError: new Refusal('DOCUMENT_TOO_LARGE', { message }) });
}
