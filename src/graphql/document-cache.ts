import type { DocumentNode, Source, Token } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';

/** What the documents kept may take in memory, with what their execution keeps of them. */
const MAX_BYTES = 20_000_000;
/** The largest that the limits allow fits. */
const MAX_BYTES_OF_ONE = MAX_BYTES / 4;

/** What any document takes: its entry, its source, and the first compiled fields. */
const BYTES_OF_ANY = 5_000;
/** A token with its share of the tree takes up to 500, and the compiled field that may be kept for it as much again. */
const BYTES_OF_A_TOKEN = 1_000;
/** A single character beyond Latin-1 gives two to all of them. */
const BYTES_OF_A_CHARACTER = 2;

export type DocumentCache = LRUCache<string, DocumentNode>;

/** Documents by text; the least recently used go first. */
export function createDocumentCache(): DocumentCache {
  return new LRUCache({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_BYTES_OF_ONE,
    sizeCalculation: (document, text) =>
      BYTES_OF_ANY + text.length * BYTES_OF_A_CHARACTER + tokensOf(document) * BYTES_OF_A_TOKEN,
  });
}

/** All that the document holds on to: its own count of them leaves out comments. */
function tokensOf({ loc }: DocumentNode): number {
  let tokens = 0;
  for (let token: Token | null = loc?.startToken ?? null; token !== null; token = token.next) tokens++;
  return tokens;
}

/**
 * Parses and validates a document once, however often it is sent. Only valid ones are kept: an error holds on to the
 * validation that found it, 58 kB for a single unknown field, and nobody sends a refused document often.
 */
export function useDocumentCache(documents: DocumentCache): Plugin {
  return {
    onParse({ params, setParsedDocument }) {
      // Envelop leaves its parameters untyped
      const source = params.source as string | Source;
      const known = documents.get(typeof source === 'string' ? source : source.body);
      if (known) setParsedDocument(known);
    },
    onValidate({ params, setResult }) {
      const document = params.documentAST as DocumentNode;
      const text = document.loc?.source.body ?? '';
      if (documents.peek(text) === document) {
        setResult([]);
        return undefined;
      }
      return ({ valid }) => {
        if (valid) documents.set(text, document);
      };
    },
  };
}
