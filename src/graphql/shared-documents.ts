import { type DocumentNode, GraphQLError, Kind, parse, print, visit as walk } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Caller } from '../context.ts';
import { SHARED_DOCUMENTS } from './generated/shared-documents.ts';
import type { Visiting } from './visit.ts';

const MESSAGE = 'A share link may only send the documents of its own page.';

/** Whether a caller may send a document. */
export type MaySend = (document: DocumentNode, caller: Caller) => boolean;

/** Those with a share link may only send the documents that the dashboard's view of a link sends. */
export function createSharedDocuments(texts: readonly string[] = SHARED_DOCUMENTS): MaySend {
  const known = new Set(texts.map((text) => meaningOf(parse(text))));
  const found = new WeakMap<DocumentNode, boolean>();
  return (document, caller) => {
    if (caller.kind !== 'share') return true;
    const isKnown = found.get(document) ?? known.has(meaningOf(document));
    found.set(document, isKnown);
    return isKnown;
  };
}

/** Refuses documents that their caller may not send. */
export function useSharedDocuments(maySend: MaySend): Plugin<Visiting> {
  return {
    onParse:
      () =>
      ({ result, context: { visit } }) => {
        if (result instanceof Error || visit.ctx === undefined) return;
        if (maySend(result as DocumentNode, visit.ctx.caller)) return;
        throw new GraphQLError(MESSAGE, { extensions: { code: 'PERSISTED_QUERY_ONLY' } });
      },
  };
}

/** The text of a document whatever its layout, without the type names for which clients ask. */
function meaningOf(document: DocumentNode): string {
  const bare = walk(document, {
    Field: ({ name, alias, directives = [] }) =>
      name.value === '__typename' && alias === undefined && directives.length === 0 ? null : undefined,
  });
  const definitions = bare.definitions.map((definition) =>
    print({ kind: Kind.DOCUMENT, definitions: [definition] }),
  );
  return definitions.toSorted().join('\n');
}
