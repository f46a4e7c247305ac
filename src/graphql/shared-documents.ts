import { type DocumentNode, GraphQLError, Kind, parse, print, visit as walk } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { SHARED_DOCUMENTS } from './generated/shared-documents.ts';
import type { Visiting } from './visit.ts';

const MESSAGE = 'A share link may only send the documents of its own page.';

/** Holds callers with a share link to the documents that the dashboard's view of a link sends. */
export function useSharedDocuments(texts: readonly string[] = SHARED_DOCUMENTS): Plugin<Visiting> {
  const known = new Set(texts.map((text) => meaningOf(parse(text))));
  return {
    onParse:
      () =>
      ({ result, context: { visit } }) => {
        if (result instanceof Error || visit.ctx?.caller.kind !== 'share') return;
        if (known.has(meaningOf(result as DocumentNode))) return;
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
