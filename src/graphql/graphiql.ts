import { randomBytes } from 'node:crypto';
import { Refusal } from '../domain/refusal.ts';
import { refusalAnswer } from '../http/answer.ts';
import { type Asset, createAsset } from '../http/asset.ts';
import { htmlPage } from '../http/page.ts';
import { startScript } from './graphiql-start.ts';

/** GraphiQL for browsers. It contains no data, so it is open to everyone. */
export type Graphiql = {
  page(): Promise<Response>;
  /** The script, style sheet or worker of the page with this path; 404 for any other path. */
  asset(request: Request, path: string): Promise<Response>;
};

/** Where the files of the page are: below the endpoint, so that a proxy that forwards it forwards them too. */
export const GRAPHIQL_FOLDER = '/graphql/assets';

/**
 * The browser loads nothing from other hosts. GraphiQL's editor adds style elements to the page, which the start script
 * gives the nonce, and it places each line by a style attribute in its HTML, which nothing else allows. Its icons are a
 * font in the style sheet.
 */
function sourcesOf(nonce: string): string {
  return [
    "script-src 'self'",
    "worker-src 'self'",
    `style-src-elem 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data:",
    "connect-src 'self'",
  ].join('; ');
}

type Files = { readonly htmlOf: (nonce: string) => string; readonly assets: ReadonlyMap<string, Asset> };

/** Loads its nine megabytes once, at the first request. */
export function createGraphiql(): Graphiql {
  let files: Promise<Files> | undefined;
  return {
    async page() {
      const { htmlOf } = await (files ??= loadFiles());
      const nonce = randomBytes(16).toString('base64');
      return htmlPage(htmlOf(nonce), sourcesOf(nonce));
    },
    async asset(request, path) {
      const { assets } = await (files ??= loadFiles());
      return assets.get(path)?.respond(request) ?? refusalAnswer(new Refusal('NOT_FOUND'));
    },
  };
}

async function loadFiles(): Promise<Files> {
  const graphiql = await import('@graphql-yoga/render-graphiql/graphiql');
  const script = (name: string, text: string) => createAsset(GRAPHIQL_FOLDER, name, 'js', text);
  const workers = {
    editorWorkerService: script('editor', graphiql.editorWorkerService),
    graphql: script('language', graphiql.graphqlWorker),
    json: script('json', graphiql.jsonWorker),
  };
  const library = script('graphiql', graphiql.js);
  const start = script('start', startScript(pathsOf(workers)));
  const style = createAsset(GRAPHIQL_FOLDER, 'graphiql', 'css', graphiql.css + NARROW);
  const assets = [library, start, style, ...Object.values(workers)];
  return {
    htmlOf: (nonce) => pageOf(nonce, style.path, [library.path, start.path]),
    assets: new Map(assets.map((asset) => [asset.path, asset])),
  };
}

function pathsOf(assets: Readonly<Record<string, Asset>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(assets).map(([name, { path }]) => [name, path]));
}

function pageOf(nonce: string, style: string, scripts: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>GraphiQL – Site Traffic Analytics</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}" nonce="${nonce}">
<noscript>GraphiQL needs JavaScript.</noscript>
<div id="root"></div>
${scripts.map((path) => `<script src="${path}"></script>`).join('\n')}
</html>
`;
}

/**
 * On a narrow screen, the parts that lie side by side are one below the other, with the buttons at the bottom. The
 * documentation covers the editor while it is open; GraphiQL positions it absolutely while it is closed.
 */
const NARROW = `
@media (max-width: 720px) {
  .graphiql-container:has(> .graphiql-sidebar) { flex-direction: column-reverse }
  .graphiql-container .graphiql-sidebar { flex-direction: row; width: 100%; padding: 4px 8px }
  .graphiql-container .graphiql-sidebar > button { margin-top: 0 !important }
  .graphiql-container .graphiql-main { flex-direction: column; min-height: 0; overflow: hidden }
  .graphiql-container .graphiql-plugin { flex: 1 !important; border: 0 }
  .graphiql-container .graphiql-plugin:not([style*='absolute']) ~ .graphiql-sessions { display: none }
  .graphiql-container .graphiql-sessions { margin: 8px 8px 0; min-height: 0 }
  .graphiql-container #graphiql-session { flex-direction: column; min-height: 0 }
  .graphiql-container .graphiql-editors { flex: 3 !important; min-height: 0 }
  .graphiql-container .graphiql-response { flex: 2 !important; min-height: 0 }
  .graphiql-container .graphiql-query-editor, .graphiql-container .graphiql-editor-tool { padding: 8px }
  .graphiql-horizontal-drag-bar, .graphiql-container .graphiql-logo { display: none }
}
`;
