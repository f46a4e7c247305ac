import { GraphQLError } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import type { Caller } from '../context.ts';
import { isJsonObject } from '../domain/json.ts';
import type { PersistedDocuments } from '../domain/persisted-documents.ts';

/**
 * The id of the document that a request names: `documentId`, as in the appendix "Persisted Documents" of GraphQL over
 * HTTP, or the hash that Apollo and urql send as `extensions.persistedQuery.sha256Hash`.
 */
export function documentIdOf({ documentId, extensions }: Readonly<Record<string, unknown>>): unknown {
  if (documentId !== undefined && documentId !== null) return documentId;
  const persisted = isJsonObject(extensions) ? extensions['persistedQuery'] : undefined;
  return isJsonObject(persisted) ? persisted['sha256Hash'] : undefined;
}

/**
 * The text of a named document. A hash that begins with `sha256:` in the manifest may come without it. The errors have the
 * messages and codes on which clients send the document instead.
 */
export function findDocument(id: unknown, documents: PersistedDocuments | undefined): string {
  if (documents === undefined) throw refusal('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported');
  const name = typeof id === 'string' ? id : '';
  const text = documents.byId.get(name) ?? documents.byId.get(`sha256:${name}`);
  if (text === undefined) throw refusal('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
  return text;
}

/** Refuses a document that is none of those to which keys are held. The dashboard sends documents of its own. */
export function createDocumentGuard(documents: PersistedDocuments | undefined) {
  const texts = documents?.isOnly === true ? new Set(documents.byId.values()) : undefined;
  return ({ query = '' }: GraphQLParams, caller: Caller | undefined): void => {
    if (texts === undefined || isOfDashboard(caller) || texts.has(query)) return;
    const message =
      'Keys may only send documents that the service knows. Send the id of one of them as documentId.';
    throw refusal('PERSISTED_QUERY_ONLY', message);
  };
}

function isOfDashboard(caller: Caller | undefined): boolean {
  return caller?.kind === 'owner' || caller?.kind === 'share';
}

function refusal(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}
