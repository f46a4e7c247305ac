import type { DocumentNode, Source } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';

/** Texts of documents kept, in characters; one takes up to 330 bytes once parsed. */
const MAX_CHARACTERS = 200_000;

export type DocumentCache = LRUCache<string, DocumentNode>;

/** Documents by text; the least recently used go first. A single document takes a tenth of the room at most. */
export function createDocumentCache(): DocumentCache {
  return new LRUCache({
    maxSize: MAX_CHARACTERS,
    maxEntrySize: MAX_CHARACTERS / 10,
    sizeCalculation: (_, text) => text.length,
  });
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
