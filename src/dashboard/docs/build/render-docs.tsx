import { renderToStringAsync } from 'preact-render-to-string';
import { type Assets, DocsPage } from './docs-page.tsx';
import { typesOf } from './graphql-schema.ts';
import { GraphqlPage } from './graphql-page.tsx';
import type { Document } from './openapi.ts';
import { operationsOf, pathOfOperation } from './operations.ts';
import { ErrorsPage, HeadersPage, RestHome } from './rest-parts-pages.tsx';
import { RestPage } from './rest-page.tsx';
import { entriesOf } from './search-entries.ts';

export type DocsSources = {
  /** The OpenAPI document. */
  readonly openapi: Document;
  /** The GraphQL schema. */
  readonly sdl: string;
  readonly assets: Assets;
};

/**
 * All files of the reference, by their addresses. `npm run build` calls it in Node.js, as nothing else of the dashboard
 * does: what lies in this folder runs there alone, has no DOM, and is in no script of a page.
 */
export async function renderDocs({
  openapi,
  sdl,
  assets,
}: DocsSources): Promise<ReadonlyMap<string, string>> {
  const operations = operationsOf(openapi, sdl);
  const types = typesOf(sdl);
  const common = { document: openapi, operations, assets };
  const [errors, headers] = ['/docs/rest/errors', '/docs/rest/headers'];
  const pages = [
    { title: 'REST', path: '/docs', content: <RestHome {...common} path="/docs" /> },
    ...operations.map((operation) => {
      const path = pathOfOperation(operation);
      const content = <RestPage operation={operation} operations={operations} path={path} />;
      return { title: operation.title, path, content, data: JSON.stringify(operation) };
    }),
    { title: 'Errors', path: errors, content: <ErrorsPage {...common} path={errors} /> },
    { title: 'Headers', path: headers, content: <HeadersPage {...common} path={headers} /> },
    { title: 'GraphQL', path: '/docs/graphql', content: <GraphqlPage types={types} /> },
  ];
  const rendered = pages.map(async ({ content, ...page }): Promise<[string, string]> => {
    const whole = (
      <DocsPage {...page} operations={operations} assets={assets}>
        {content}
      </DocsPage>
    );
    return [`${page.path}.html`, `<!doctype html>\n${await renderToStringAsync(whole)}\n`];
  });
  return new Map([
    ...(await Promise.all(rendered)),
    ['/docs/schema.graphql', sdl],
    ['/docs/search.json', JSON.stringify(entriesOf(operations, types))],
  ]);
}
