import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, inject, it } from 'vitest';
import { MODULES } from '../support/packed.ts';
import { makeProject, runIn } from './project.ts';
import { EVENTS, pathOf } from './served-events.ts';

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2023', 'DOM'],
    module: 'NodeNext',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    // those of the product are checked, too
    skipLibCheck: false,
    rootDir: 'src',
    outDir: 'built',
  },
  include: ['src'],
};

const READ = {
  name: 'Docs',
  visits: EVENTS,
  days: 31,
  hours: 31 * 24,
  // pages of 1,000, one of them refused at first
  requests: EVENTS / 1000 + 1,
  paths: Array.from({ length: EVENTS }, (_, index) => `GPTBot ${pathOf(index)}`),
  code: 'SITE_NOT_FOUND',
};

function makeRestProject(): string {
  const project = makeProject('rest');
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  return project;
}

const { url, key, collectingKey, siteId } = inject('packed');
const environment = { URL: url, KEY: key, COLLECTING_KEY: collectingKey, SITE: siteId };

it.each(['typescript', 'typescript-5'])(
  'the typed client compiles strictly with %s, reads all events past a refusal, and records',
  async (typescript) => {
    const project = makeRestProject();

    await runIn(project, `${MODULES}${typescript}/bin/tsc`);

    expect(JSON.parse(await runIn(project, 'built/read.js', [], environment))).toEqual(READ);
    expect(JSON.parse(await runIn(project, 'built/record.cjs', [], environment))).toEqual({
      recorded: 2,
      passed_over: 0,
    });
  },
);

it('the typed client is bundled for browsers, with nothing else', async () => {
  const project = makeRestProject();

  const { metafile } = await build({
    absWorkingDir: project,
    entryPoints: ['src/read.ts'],
    outfile: 'built/read.js',
    bundle: true,
    platform: 'browser',
    format: 'esm',
    metafile: true,
  });

  const inputs = Object.keys(metafile.inputs).map((path) => path.replace(/^.*node_modules\//, ''));
  expect(inputs).toEqual(['site-traffic/dist/client.js', 'src/read.ts']);
  expect(JSON.parse(await runIn(project, 'built/read.js', [], environment))).toEqual(READ);
});

it('the typed client has types that CommonJS and bundlers find', async () => {
  const project = makeRestProject();
  const bundled = {
    ...TSCONFIG.compilerOptions,
    module: 'ESNext',
    moduleResolution: 'Bundler',
    noEmit: true,
  };
  const config = { compilerOptions: bundled, include: ['src/read.ts'] };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
  await runIn(project, `${MODULES}typescript-5/bin/tsc`);
});
