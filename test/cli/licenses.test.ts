import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Metafile = { readonly inputs: Readonly<Record<string, unknown>> };

const notices = readFileSync('dist/LICENSES.txt', 'utf8').split(`\n${'-'.repeat(80)}\n`);
const { inputs } = JSON.parse(readFileSync('dist/metafile.json', 'utf8')) as Metafile;

/** The name of the package whose files have a path. */
const IN_A_PACKAGE = /.*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//;

function nameIn(path: string): readonly string[] {
  return IN_A_PACKAGE.exec(path)?.slice(1, 2) ?? [];
}

/** The packages in the names of the files of a source map or of a bundle, as whatever has made it writes them. */
function pathsInside(file: string): readonly string[] {
  if (!file.includes('node_modules/')) return [];
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/^\s*\/[/*]+\s*(?:#region)?\s*(\S*node_modules\/\S+)/gm)].map(
    ([, path = '']) => path,
  );
}

function nameOf(notice: string): string {
  return notice.trim().split(' ')[0] ?? '';
}

it('the notices name every package of the bundle, and those that a package has bundled', () => {
  const files = Object.keys(inputs);
  const vendored = new Set(files.flatMap(pathsInside).flatMap(nameIn));
  expect([...vendored].toSorted()).toEqual(
    expect.arrayContaining([
      'ajv',
      'ajv-formats',
      'content-type',
      'fast-deep-equal',
      'fast-uri',
      'json-schema-traverse',
    ]),
  );
  const bundled = new Set([...files.flatMap(nameIn), ...vendored]);
  const named = new Set(notices.map(nameOf));
  expect([...bundled].filter((name) => !named.has(name))).toEqual([]);
});

it('each notice of a package that another has bundled has the text of its licence', () => {
  const vendored = new Set(Object.keys(inputs).flatMap(pathsInside).flatMap(nameIn));
  const short = notices.filter((notice) => vendored.has(nameOf(notice)) && !/copyright \(c\)/i.test(notice));
  expect(short).toEqual([]);
});
