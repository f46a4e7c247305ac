import type { VNode } from 'preact';
import { renderToStringAsync } from 'preact-render-to-string';
import { type Assets, DocsPage } from './docs-page.tsx';
import { typesOf } from './graphql-schema.ts';
import { GraphqlPage } from './graphql-page.tsx';
import { DocsHome, GuidePage } from './guide-page.tsx';
import { guidesIn, questionsIn, renderGuide } from './guides.ts';
import { MISSING_DOCS, MissingPage } from './missing-page.tsx';
import type { Document } from './openapi.ts';
import { ERRORS, GRAPHQL, HEADERS, REST, operationsOf, pathOfOperation } from './operations.ts';
import { ErrorsPage, HeadersPage, RestHome } from './rest-parts-pages.tsx';
import { RestPage } from './rest-page.tsx';
import { entriesOf } from './search-entries.ts';

export type DocsSources = {
  /** The OpenAPI document. */
  readonly openapi: Document;
  /** The GraphQL schema. */
  readonly sdl: string;
  /** README.md, which lists the pages of `docs/`. */
  readonly readme: string;
  /** The Markdown of a page of `docs/`. */
  readonly readPage: (file: string) => string;
  readonly assets: Assets;
};

type Page = {
  readonly title: string;
  readonly path: string;
  readonly content: VNode;
  readonly data?: string;
};

/**
 * All files of `/docs`, by their addresses, and the pages where nothing is. `npm run build` calls it in Node.js, as nothing else of the dashboard does:
 * what lies in this folder runs there alone, has no DOM, and is in no script of a page.
 */
export async function renderDocs({
  openapi,
  sdl,
  readme,
  readPage,
  assets,
}: DocsSources): Promise<ReadonlyMap<string, string>> {
  const operations = operationsOf(openapi, sdl);
  const types = typesOf(sdl);
  const groups = guidesIn(readme);
  const questions = questionsIn(readme);
  const guides = groups
    .flatMap((group) => group.guides)
    .map((guide) => renderGuide(guide, readPage(guide.file)));
  const common = { document: openapi, operations, assets };
  const pages: readonly Page[] = [
    { title: 'Documentation', path: '/docs', content: <DocsHome groups={groups} questions={questions} /> },
    ...guides.map((guide) => {
      const { title, path } = guide;
      return { title, path, content: <GuidePage guide={guide} groups={groups} /> };
    }),
    { title: 'REST', path: REST, content: <RestHome {...common} path={REST} /> },
    ...operations.map((operation) => {
      const path = pathOfOperation(operation);
      const content = <RestPage operation={operation} operations={operations} path={path} />;
      return { title: operation.title, path, content, data: JSON.stringify(operation) };
    }),
    { title: 'Errors', path: ERRORS, content: <ErrorsPage {...common} path={ERRORS} /> },
    { title: 'Headers', path: HEADERS, content: <HeadersPage {...common} path={HEADERS} /> },
    { title: 'GraphQL', path: GRAPHQL, content: <GraphqlPage types={types} /> },
    MISSING_DOCS,
  ];
  const rendered = pages.map(async ({ content, ...page }): Promise<[string, string]> => {
    const whole = (
      <DocsPage {...page} groups={groups} operations={operations} assets={assets}>
        {content}
      </DocsPage>
    );
    return [`${page.path}.html`, await textOf(whole)];
  });
  return new Map([
    ...(await Promise.all(rendered)),
    ['/missing.html', await textOf(<MissingPage assets={assets} />)],
    ['/docs/schema.graphql', sdl],
    ['/docs/search.json', JSON.stringify(entriesOf(guides, questions, operations, types))],
  ]);
}

async function textOf(page: VNode): Promise<string> {
  return `<!doctype html>\n${await renderToStringAsync(page)}\n`;
}
