import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KEY, startCollector } from './collector.ts';

let project = '';
/** A project of its own that has this folder installed, and the servers beside it. */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'site-traffic-middleware-'));
  mkdirSync(join(project, 'node_modules', '@hono'), { recursive: true });
  symlinkSync(resolve('.'), join(project, 'node_modules', 'site-traffic'));
  for (const name of ['express', 'fastify', 'hono', '@hono/node-server', '@types']) {
    symlinkSync(resolve('node_modules', name), join(project, 'node_modules', name));
  }
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

it('is one file of less than 12 kB that imports nothing', () => {
  const code = readFileSync('dist/middleware.js', 'utf8');
  expect(Buffer.byteLength(code)).toBeLessThan(12_000);
  expect(code).not.toMatch(/\bimport\b|\brequire\b/);
});

it('sends what is held when the process that imported it ends by itself', async () => {
  const collector = await startCollector();
  const script = `
    import { once } from 'node:events';
    import { createServer } from 'node:http';
    import { siteTraffic } from 'site-traffic/middleware';
    const traffic = siteTraffic({ url: '${collector.url}', site: 'site_abc', key: '${KEY}', closeWithinMs: 300_000 });
    const server = createServer(traffic.node((request, response) => response.end('guide')));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    console.log(await (await fetch(\`http://127.0.0.1:\${server.address().port}/guide\`)).text());
    server.close();
    server.closeAllConnections();
  `;
  writeFileSync(join(project, 'serve.js'), script);
  const ran = await promisify(execFile)(process.execPath, ['serve.js'], { cwd: project });
  expect(ran).toEqual({ stdout: 'guide\n', stderr: '' });
  expect(collector.requests()).toMatchObject([{ method: 'GET', target: '/guide', status: 200 }]);
});

it('has types that fit each host', () => {
  const script = `
    import { createServer } from 'node:http';
    import { type Http2ServerRequest, type Http2ServerResponse, createSecureServer } from 'node:http2';
    import express from 'express';
    import Fastify from 'fastify';
    import { Hono } from 'hono';
    import { type SiteTraffic, siteTraffic } from 'site-traffic/middleware';
    const traffic: SiteTraffic = siteTraffic({
      url: 'https://traffic.example',
      site: 'site_abc',
      key: process.env['SITE_TRAFFIC_KEY'],
      filter: ({ status, userAgent }) => status < 500 && userAgent !== undefined,
      onError: ({ code, lost }) => console.error(code, lost.toFixed()),
    });
    express().use(traffic.express);
    Fastify().addHook('onRequest', traffic.fastify);
    new Hono().use(traffic.hono);
    createServer(traffic.node((request, response) => response.end(request.url?.slice(1))));
    createServer(traffic.node(express()));
    createSecureServer(
      traffic.node((request: Http2ServerRequest, response: Http2ServerResponse) => {
        response.end(request.authority);
      }),
    );
    await traffic.close();
    // @ts-expect-error: a site is asked for
    siteTraffic({ url: 'https://traffic.example', key: 'key' });
  `;
  writeFileSync(join(project, 'hosts.ts'), script);
  const compilerOptions = {
    module: 'NodeNext',
    target: 'ES2023',
    lib: ['ES2023'],
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    preserveSymlinks: true,
    skipLibCheck: true,
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['hosts.ts'] }));
  const compiler = resolve('node_modules/typescript/bin/tsc');
  expect(compile(compiler)).toBe('');
});

/** What the compiler complains of. */
function compile(compiler: string): string {
  try {
    return execFileSync(process.execPath, [compiler, '-p', project], { encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
