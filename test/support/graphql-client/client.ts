import type { TypedDocumentString } from './generated/graphql.ts';

export type GraphqlError = {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
};

export type GraphqlAnswer<Data> = {
  readonly status: number;
  readonly headers: Headers;
  readonly data?: Data | null;
  readonly errors?: readonly GraphqlError[];
};

export type GraphqlClient = {
  ask<Data, Variables>(
    document: TypedDocumentString<Data, Variables>,
    variables: NoInfer<Variables>,
  ): Promise<GraphqlAnswer<Data>>;
};

/** Sends documents to /graphql through `fetch`, with a key or without. The document types the answer. */
export function createClient(
  fetch: (request: Request) => Promise<Response>,
  key: string | undefined,
): GraphqlClient {
  return {
    async ask<Data, Variables>(document: TypedDocumentString<Data, Variables>, variables: Variables) {
      const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json' });
      if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
      const body = JSON.stringify({ query: document.toString(), variables });
      const request = new Request('http://site-traffic.test/graphql', { method: 'POST', headers, body });
      const response = await fetch(request);
      const answer = (await response.json()) as Pick<GraphqlAnswer<Data>, 'data' | 'errors'>;
      return { status: response.status, headers: response.headers, ...answer };
    },
  };
}
