import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectChromium, openWindow } from '../support/connect-chromium.ts';
import { MODULES } from '../support/packed.ts';
import { blocksBelow } from '../support/page.ts';
import { makeProject, runIn } from './project.ts';
import { EVENTS, pathOf } from './served-events.ts';

const { url, key, siteId } = inject('packed');

let browser: Browser;
beforeAll(async () => {
  browser = await connectChromium();
});
afterAll(() => browser.close());

const SCHEMA = `${MODULES}site-traffic/dist/schema.graphql`;
/** A code block of the page for GraphQL clients, the first of its language below the heading. */
function documented(heading: string, language = 'ts'): string {
  const [block = ''] = blocksBelow('docs/graphql-clients.md', heading, language);
  return block;
}

const CODEGEN = documented('Types');

/** Writes what the page shows as src/client.ts, with the name that the app imports. */
function writeClient(project: string, code: string, exported = ''): void {
  writeFileSync(
    join(project, 'src/client.ts'),
    code.replace('http://127.0.0.1:4000/graphql', '/graphql') + exported,
  );
}

const APPS = {
  apollo: {
    heading: 'Apollo Client',
    exported: '\nexport { client };\n',
    generate: (project: string) => generateWithCodegen(project, CODEGEN),
  },
  urql: {
    heading: 'urql',
    exported: '\nexport { client };\n',
    generate: (project: string) => generateWithCodegen(project, CODEGEN),
  },
  fetch: {
    heading: 'Plain fetch',
    exported: '',
    generate: (project: string) =>
      generateWithCodegen(project, CODEGEN.replace('strictScalars', "documentMode: 'string', strictScalars")),
  },
  relay: { heading: 'Relay', exported: '\nexport { environment };\n', generate: generateWithRelay },
};

async function generateWithCodegen(project: string, config: string): Promise<void> {
  cpSync('test/clients/apps/typed-document', join(project, 'src'), { recursive: true });
  writeFileSync(join(project, 'codegen.ts'), config);
  await runIn(project, `${MODULES}@graphql-codegen/cli/cjs/bin.js`, ['--config', 'codegen.ts']);
}

async function generateWithRelay(project: string): Promise<void> {
  writeFileSync(join(project, 'schema.graphql'), readFileSync(join(project, SCHEMA)));
  writeFileSync(join(project, 'relay.config.json'), documented('Relay', 'json'));
  mkdirSync(join(project, 'src/__generated__'));
  await runIn(project, `${MODULES}relay-compiler/cli.js`);
}

describe.each(Object.entries(APPS))('the app with %s', (name, { heading, exported, generate }) => {
  it('compiles strictly, shows the site and pages through its events', async () => {
    const project = makeProject('shared', name);
    writeFileSync(join(project, 'package.json'), '{"type":"module"}');
    writeClient(project, documented(heading), exported);

    await generate(project);
    await runIn(project, `${MODULES}typescript/bin/tsc`, ['-p', 'src/tsconfig.json']);
    await runIn(project, 'src/bundle.js', [], { KEY: key });

    const context = await openWindow(browser);
    const page = await context.newPage();
    await page.goto(`${await serveApp(project)}/?site=${siteId}`);
    await page.getByRole('heading', { name: 'Docs' }).waitFor();
    expect(await page.getByText('bot visits').textContent()).toBe(`${EVENTS} bot visits`);
    for (const shown of [20, 40, 60]) {
      await expect.poll(() => page.getByRole('listitem').count()).toBe(shown);
      const paths = await page.getByRole('listitem').allTextContents();
      expect(paths).toEqual(Array.from({ length: shown }, (_, index) => pathOf(index)));
      await page.getByRole('button', { name: 'More' }).click();
    }
    await context.close();
  });
});

it('types what is null only with an error as never null, for clients that throw errors', async () => {
  const project = makeProject('shared');
  const config = CODEGEN.replace(
    'strictScalars',
    'nullability: { errorHandlingClient: true }, strictScalars',
  );
  await generateWithCodegen(project, config);
  const script = `
    import type { EventsQuery } from './gql/graphql';
    export const visitsOf = ({ site }: EventsQuery): number => site.stats.totals.botVisits;
    // @ts-expect-error: the last page has no cursor
    export const cursorOf = ({ site }: EventsQuery): string => site.events.pageInfo.endCursor;
  `;
  writeFileSync(join(project, 'src/visits.ts'), script);
  await runIn(project, `${MODULES}typescript/bin/tsc`, ['-p', 'src/tsconfig.json']);
});

it('tells graphcache which types have no id', () => {
  const { types } = introspectionFromSchema(
    buildSchema(readFileSync('src/graphql/schema.graphql', 'utf8')),
  ).__schema;
  const withoutId = types.flatMap((type) =>
    type.kind === 'OBJECT' && !type.fields.some(({ name }) => name === 'id') ? [type.name] : [],
  );
  const listed = documented('urql');
  const missing = withoutId.filter((name) => !name.startsWith('__') && !listed.includes(`'${name}'`));
  // it knows these without being told
  expect(missing.toSorted()).toEqual(['Mutation', 'Query']);
});

/** Serves the page of an app, and passes what it asks /graphql on to the product. */
async function serveApp(project: string): Promise<string> {
  const files: Readonly<Record<string, readonly [type: string, body: Buffer]>> = {
    '/': ['text/html', Buffer.from('<!doctype html><div id="root"></div><script src="/main.js"></script>')],
    '/main.js': ['text/javascript', readFileSync(join(project, 'built/main.js'))],
  };
  const server = createServer((request, response) => {
    const [type, body] = files[new URL(request.url ?? '', 'http://app.test').pathname] ?? [];
    if (type === undefined) void passOn(request, response);
    else response.setHeader('content-type', type).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url !== '/graphql') {
    response.writeHead(404).end();
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { authorization = '', accept = '*/*' } = request.headers;
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization, accept, 'content-type': 'application/json' },
    body: Buffer.concat(chunks),
  });
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  response.end(await answer.text());
}
