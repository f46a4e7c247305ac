import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { typedCommand } from '../../src/serving/typed-command.ts';

const home = realpathSync(mkdtempSync(join(tmpdir(), 'site-traffic-typed-')));
const at = (path: string) => join(home, path);

beforeAll(() => {
  for (const file of [
    'checkout/dist/cli.js',
    'my app/node_modules/site-traffic/dist/cli.js',
    'usr/lib/node_modules/site-traffic/dist/cli.js',
    'cache/_npx/0a/node_modules/site-traffic/dist/cli.js',
    'local/bin/site-traffic',
  ]) {
    mkdirSync(dirname(at(file)), { recursive: true });
    writeFileSync(at(file), '');
  }
  for (const [link, file] of [
    ['usr/bin/site-traffic', 'usr/lib/node_modules/site-traffic/dist/cli.js'],
    ['my app/node_modules/.bin/site-traffic', 'my app/node_modules/site-traffic/dist/cli.js'],
    ['my app/node_modules/other/site-traffic', 'my app/node_modules/site-traffic/dist/cli.js'],
  ] as const) {
    mkdirSync(dirname(at(link)), { recursive: true });
    symlinkSync(at(file), at(link));
  }
});
afterAll(() => {
  rmSync(home, { recursive: true });
});

type Case = {
  readonly script: string;
  readonly folder?: string;
  readonly path?: string;
  readonly typed: string;
};

const GLOBAL = 'usr/lib/node_modules/site-traffic/dist/cli.js';
const LOCAL = 'my app/node_modules/site-traffic/dist/cli.js';
const CHECKOUT = 'checkout/dist/cli.js';
const NPX = 'npx site-traffic';

const CASES: Readonly<Record<string, Case>> = {
  'in a checkout': { script: CHECKOUT, folder: 'checkout', typed: 'node dist/cli.js' },
  'in a checkout, from elsewhere': { script: CHECKOUT, folder: 'usr', typed: `node ${at(CHECKOUT)}` },
  'on the path': { script: 'usr/bin/site-traffic', path: 'usr/bin', typed: 'site-traffic' },
  'on the path, started by its file': { script: GLOBAL, path: 'usr/bin', typed: 'site-traffic' },
  'by a wrapper on the path': { script: 'usr/bin/site-traffic', path: 'local/bin', typed: 'site-traffic' },
  'with another installation on the path': {
    script: 'usr/bin/site-traffic',
    path: 'my app/node_modules/other',
    typed: at('usr/bin/site-traffic'),
  },
  'installed, but not on the path': { script: 'usr/bin/site-traffic', typed: at('usr/bin/site-traffic') },
  'in a project': {
    script: 'my app/node_modules/.bin/site-traffic',
    folder: 'my app',
    path: 'my app/node_modules/.bin',
    typed: NPX,
  },
  'in a project, by its file': { script: LOCAL, folder: 'my app', typed: NPX },
  'in a project, from elsewhere': { script: LOCAL, folder: 'usr', typed: `node '${at(LOCAL)}'` },
  'by npx alone': { script: 'cache/_npx/0a/node_modules/site-traffic/dist/cli.js', typed: NPX },
};

it.each(Object.entries(CASES))('%s, a command is typed as it works there', (_, start) => {
  const { script, folder = 'checkout', path, typed } = start;
  const searchPath = path && at(path);
  expect(typedCommand({ script: at(script), workingFolder: at(folder), searchPath })).toBe(typed);
});
