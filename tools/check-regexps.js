// Checks with recheck that every regular expression of the product takes time linear in the text that it reads. Literals
// are found in the source. A `new RegExp(…)` is checked with the values that it has once its module, and those that
// import it, are loaded; one that has none by then fails the check, because nobody knows what it will be.
// usage: node tools/check-regexps.js [FOLDER…]
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { check } from 'recheck';
import { globSync } from 'tinyglobby';
import ts from 'typescript';

const FOLDERS = process.argv.length > 2 ? process.argv.slice(2) : ['src', 'db'];
const CACHE = 'node_modules/.cache/site-traffic';

/** No time limits: the result must not depend on the speed of the machine. The others are a fifteenth of the defaults. */
const LIMITS = {
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  attackLimit: 100_000_000,
  maxAttackStringSize: 20_000,
};

function parse(file) {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
}

function nodesOf(source, isWanted) {
  const found = [];
  const visit = (node) => {
    if (isWanted(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function placeOf(source, node) {
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
  return `${source.fileName}:${line + 1}`;
}

function literalsOf(source) {
  return nodesOf(source, ts.isRegularExpressionLiteral).map((node) => {
    const end = node.text.lastIndexOf('/');
    return {
      place: placeOf(source, node),
      pattern: node.text.slice(1, end),
      flags: node.text.slice(end + 1),
    };
  });
}

/** The word RegExp in each `new RegExp(…)` and `RegExp(…)`. */
function constructorsOf(source) {
  const calls = nodesOf(source, (node) => ts.isNewExpression(node) || ts.isCallExpression(node));
  return calls.map(({ expression }) => expression).filter((called) => called.getText(source) === 'RegExp');
}

/** The text of a file in which `regExpAt(PLACE)` replaces every constructor. */
function withPlaces(source) {
  return constructorsOf(source).reduceRight(
    (text, node) =>
      `${text.slice(0, node.getStart(source))}(regExpAt('${placeOf(source, node)}'))${text.slice(node.end)}`,
    source.text,
  );
}

/** The files that import one of these: what makes expressions may be called by them. */
function importersOf(imported, sources) {
  const paths = new Set(imported.map(({ fileName }) => resolve(fileName)));
  const importsOne = ({ fileName, statements }) =>
    statements
      .filter(ts.isImportDeclaration)
      .some(({ moduleSpecifier }) => paths.has(resolve(dirname(fileName), moduleSpecifier.text)));
  return sources.filter(importsOne);
}

/** What every `new RegExp(…)` of the files is once they and their importers are loaded, by its place. */
async function loadBuilt(sources) {
  const builders = sources.filter((source) => constructorsOf(source).length > 0);
  const places = builders.flatMap((source) => constructorsOf(source).map((node) => placeOf(source, node)));
  const built = new Map(places.map((place) => [place, []]));
  globalThis.regExpAt = (place) =>
    function (...given) {
      const made = new RegExp(...given);
      built.get(place).push({ place, pattern: made.source, flags: made.flags });
      return made;
    };
  const loaded = new Set([...builders, ...importersOf(builders, sources)]);
  await load(new Map([...loaded].map((source) => [resolve(source.fileName), withPlaces(source)])));
  return built;
}

/** Node 20 imports no TypeScript, so esbuild translates it first. */
async function load(texts) {
  mkdirSync(CACHE, { recursive: true });
  const outfile = resolve(CACHE, `regexps-${process.pid}.mjs`);
  const replace = ({ path }) => (texts.has(path) ? { contents: texts.get(path), loader: 'ts' } : undefined);
  await build({
    stdin: { contents: [...texts.keys()].map((path) => `import '${path}';`).join('\n'), resolveDir: '.' },
    plugins: [{ name: 'places', setup: ({ onLoad }) => onLoad({ filter: /\.ts$/ }, replace) }],
    outfile,
    bundle: true,
    treeShaking: false,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  await import(pathToFileURL(outfile).href).finally(() => rmSync(outfile));
}

/** A repetition that is bounded multiplies the time by a constant at most. A shorter one is easier to check. */
function shortened(pattern) {
  return pattern.replace(/(?<!\\)\{(\d+)(?:,(\d+))?\}/g, (_, least, most = least) => {
    const from = Math.min(least, 2);
    return `{${from},${Math.min(most, from + 1)}}`;
  });
}

/** What is wrong with an expression; undefined if nothing is. */
async function complaintAbout({ place, pattern, flags }) {
  const { status, complexity, attack, error } = await check(shortened(pattern), flags, LIMITS);
  if (status === 'safe') return undefined;
  const problem =
    status === 'vulnerable'
      ? `takes ${complexity.summary} time, for example for ${attack.pattern}`
      : `cannot be checked: ${error.message ?? error.kind}`;
  return `${place}: /${pattern}/${flags} ${problem}`;
}

const sources = globSync(FOLDERS.map((folder) => `${folder}/**/*.ts`)).map(parse);
const built = await loadBuilt(sources);
const expressions = [...sources.flatMap(literalsOf), ...[...built.values()].flat()];
const complaints = [...built]
  .filter(([, made]) => made.length === 0)
  .map(
    ([place]) =>
      `${place}: build this regular expression when the module is loaded, so that it can be checked`,
  );
for (const expression of expressions) complaints.push((await complaintAbout(expression)) ?? []);
for (const complaint of complaints.flat()) console.error(complaint);
if (complaints.flat().length > 0) process.exitCode = 1;
