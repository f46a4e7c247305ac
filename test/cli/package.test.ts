import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Problem, checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MODULES, installPacked, linkPackages } from '../support/packed.ts';
import { QUICK_WASM } from '../support/quick-wasm.ts';
import { startCollector } from '../telemetry/collector.ts';
import { metricsUrl, valuesOf } from '../telemetry/support.ts';
import { finish, untilMatch } from './support.ts';

type Locked = { readonly dev?: true; readonly devOptional?: true };
type Lockfile = { readonly packages: Readonly<Record<string, Locked>> };

/** What `npm install` of the package installs, by the lockfile. */
function installedPackages(): readonly string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile;
  return Object.entries(packages)
    .filter(
      ([path, { dev, devOptional }]) => path.startsWith(MODULES) && dev !== true && devOptional !== true,
    )
    .map(([path]) => path.slice(MODULES.length));
}

let folder = '';
let tarball = '';
/** An empty project that has installed the packed package and what that depends on, and nothing else. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'site-traffic-package-'));
  tarball = installPacked(folder);
  linkPackages(folder, resolve(MODULES), installedPackages());
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('installs two packages beside itself, whatever a user needs of it', () => {
  expect(installedPackages()).toEqual(['@electric-sql/pglite', '@ip-location-db/geo-whois-asn-country-mmdb']);
});

it('runs the demo, with GraphiQL, tools, metrics and traces, where nothing else is installed', async () => {
  const { PATH, TMPDIR } = process.env;
  const collector = await startCollector();
  const program = join(MODULES, 'site-traffic/dist/cli.js');
  const child = spawn(process.execPath, [...QUICK_WASM, program, 'start', '--port', '0'], {
    cwd: folder,
    env: { PATH, TMPDIR, METRICS_PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  const finished = finish(child);
  const [, url = ''] = await untilMatch(child.stdout, /^listening on (\S+)\n/);
  const page = await fetch(`${url}/graphql`, { headers: { accept: 'text/html' } });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('GraphiQL')]);
  const key = readFileSync(join(folder, 'data/demo-key'), 'utf8').trim();
  const tools = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  });
  expect([tools.status, await tools.text()]).toEqual([200, expect.stringContaining('list_sites')]);
  const metrics = await (await fetch(await metricsUrl({ stderr: () => stderr }))).text();
  expect(valuesOf(metrics, 'site_traffic_requests_total{route="/graphql"')).toEqual([1]);
  expect(valuesOf(metrics, 'site_traffic_requests_total{route="/mcp"')).toEqual([1]);
  child.kill('SIGTERM');
  expect((await finished).exitCode).toBe(0);
  expect(stderr).not.toMatch(/"level":[4-6]0|warn/i);
  expect(collector.spans.map(({ name }) => name)).toContain('GET /graphql');
});

it('has exports that Node.js, TypeScript and bundlers resolve, with types that are right', async () => {
  const { messages } = await publint({ pkgDir: join(folder, MODULES, 'site-traffic'), pack: false });
  expect(messages).toEqual([]);
  const packed = createPackageFromTarballData(readFileSync(tarball));
  const types = await checkPackage(packed, { excludeEntrypoints: ['./schema.graphql'] });
  if (types.types === false) throw new Error('the package has no types');
  expect(Object.keys(types.entrypoints)).toEqual(expect.arrayContaining(['./client', './middleware']));
  expect(types.problems.filter((problem) => !isOfOldTools(problem))).toEqual([]);
});

it('has the GraphQL schema, for the tools of clients', () => {
  const { resolve: find } = createRequire(join(folder, 'any.js'));
  expect(readFileSync(find('site-traffic/schema.graphql'), 'utf8')).toBe(
    readFileSync('src/graphql/schema.graphql', 'utf8'),
  );
});

it('brings the licences of the packages that are bundled into it', () => {
  const licenses = readFileSync(join(folder, MODULES, 'site-traffic/dist/LICENSES.txt'), 'utf8');
  for (const name of ['graphql', 'graphql-yoga', 'kysely', 'pg', 'pino', 'zod']) {
    expect(licenses).toMatch(new RegExp(`^${name} [\\d.]+ \\(MIT\\)$`, 'm'));
  }
});

/** TypeScript's "node10" knows no exports; and every Node.js that is supported can require an ES module. */
function isOfOldTools(problem: Problem): boolean {
  return (
    problem.kind === 'CJSResolvesToESM' ||
    ('resolutionKind' in problem && problem.resolutionKind === 'node10')
  );
}
