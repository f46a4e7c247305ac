import { type AnyVariables, type Client, cacheExchange, createClient, fetchExchange } from '@urql/core';
import type { TypedDocumentString } from '../generated/graphql.ts';
import { sharedLinkIn } from '../links.ts';
import { type Problem, problemOf, refusedFieldsOf } from './problem.ts';

const client: Client = createClient({
  url: '/graphql',
  preferGetMethod: false,
  fetchOptions: () => ({ headers: headersAt(location.pathname) }),
  exchanges: [cacheExchange, fetchExchange],
});

/** The view of a share link names it: there the link counts, also in a browser in which an owner is signed in. */
function headersAt(path: string): Record<string, string> {
  const link = sharedLinkIn(path);
  return link === undefined ? {} : { 'X-Share-Link': link };
}

/** What the server returned. Both are there if it refused a part. */
export type Returned<Data> = {
  readonly data?: Data | undefined;
  readonly problem?: Problem | undefined;
  /** The paths of the fields that are null because they were refused. */
  readonly refused?: readonly string[] | undefined;
};

/** What was read last for the same variables, if anything was. */
export const readCached = <Data, Variables extends AnyVariables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Data | undefined => client.readQuery<Data, Variables>(document.toString(), variables)?.data;

/** Asks the server for a document, whatever is in the cache. Never rejects. */
export async function ask<Data, Variables extends AnyVariables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<Returned<Data>> {
  const { data, error } = await client
    .query<Data, Variables>(document.toString(), variables, { requestPolicy: 'network-only' })
    .toPromise();
  return { data, problem: error && problemOf(error), refused: error && refusedFieldsOf(error) };
}

/** Sends a mutation. Never rejects, and never sends it again. */
export async function change<Data, Variables extends AnyVariables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<Returned<Data>> {
  const { data, error } = await client.mutation<Data, Variables>(document.toString(), variables).toPromise();
  return { data, problem: error && problemOf(error) };
}
