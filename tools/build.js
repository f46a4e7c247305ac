// Builds dist/:
// - a folder build-DIGEST/ with all that a running server reads, also later. No build changes it, and the next one deletes
//   it only if no process runs it (src/cli/hold-build.ts):
//   - the program (main.js), the worker of the embedded database (worker.js) and the threads that read logs
//     (scan-thread.js), bundled with their packages: reading one file instead of a thousand makes the start three times as fast
//   - the seed of the data folder (seed.tgz)
//   - the dashboard (dashboard/): the page and its files, the pages of docs/ and the reference of the APIs, each also packed,
//     and the senders (senders/) for other people's sites
// - the command line (cli.js), which starts the newest of these folders; `current` leads to it too
// - the licences of the bundled packages (LICENSES.txt)
// - the middleware for other people's servers (middleware.js) and the client of the REST API (client.js), each as one file
//   that imports nothing, with its types (.d.ts)
// With --if-stale it does nothing if no input has changed since the last build.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { build, transform } from 'esbuild';
import { zipSync } from 'fflate';
import { build as buildPage } from 'vite';
import { deleteUnused, newBuild, switchTo } from './builds.js';

// Under a test runner or a process manager it may be another one, and the page would be made for debugging.
process.env.NODE_ENV = 'production';

const STAMP = 'dist/inputs.sha256';
const DASHBOARD_FOLDER = new URL('../src/dashboard/', import.meta.url);
/** Where npm notes what it has installed: packages of another version make another bundle. */
const INSTALLED = 'node_modules/.package-lock.json';

function inputsDigest() {
  const sources = ['src', 'db', 'docs', 'senders'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`),
  );
  const digest = createHash('sha256').update(process.version);
  for (const file of [
    ...sources,
    INSTALLED,
    'package-lock.json',
    ...['build.js', 'builds.js'].map((name) => `tools/${name}`),
    'README.md',
    'tools/dashboard.config.ts',
  ].sort()) {
    digest.update(`${file}\0`).update(readFileSync(file));
  }
  return digest.digest('hex');
}

/** A compressed data folder, fresh from initdb. Unpacking it takes a third of initdb's time and half its memory. */
async function seedDataFolder(folder) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const { version } = lock.packages['node_modules/@electric-sql/pglite'];
  const cached = `node_modules/.cache/site-traffic/seed-${version}.tgz`;
  if (!existsSync(cached)) {
    console.error('making the seed of the embedded database, once');
    const database = await PGlite.create();
    const dump = await database.dumpDataDir('gzip');
    await database.close();
    mkdirSync('node_modules/.cache/site-traffic', { recursive: true });
    writeFileSync(cached, Buffer.from(await dump.arrayBuffer()));
  }
  copyFileSync(cached, `${folder}/seed.tgz`);
}

/**
 * Bundles what stands alone into one file that imports nothing, dist/NAME.js, and writes its public types, of which those
 * of the entry are the last, to one declaration file.
 */
async function buildAlone(name, { entry, types, platform, target }) {
  const format = 'esm';
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format,
    platform,
    target,
    minifyWhitespace: true,
    minifySyntax: true,
  });
  // Small but readable: minifying drops the comments, printing it again restores the lines, and a tab is one byte.
  const { code } = await transform(outputFiles[0].text, { format, target });
  writeFileSync(
    `dist/${name}.js`,
    code
      .replaceAll('/* @__PURE__ */ ', '')
      .replace(/^(?: {2})+/gm, (indent) => '\t'.repeat(indent.length / 2)),
  );
  const { default: typescript } = await import('typescript');
  const declare = (fileName) =>
    typescript.transpileDeclaration(readFileSync(fileName, 'utf8'), {
      fileName,
      compilerOptions: { target: typescript.ScriptTarget.ES2023, module: typescript.ModuleKind.NodeNext },
    }).outputText;
  const own = /^(?:import|export) (?:type )?(?:\{.*\}|\*) from '\.\/.*';\n/gm;
  const declarations = [...types, entry].map((file) => declare(file).replace(own, ''));
  writeFileSync(`dist/${name}.d.ts`, declarations.join(''));
}

/** Builds the dashboard, packs what compresses, and returns the files it was built from. */
async function buildDashboard(folder) {
  const { output } = await buildPage({
    configFile: 'tools/dashboard.config.ts',
    build: { outDir: resolve(folder) },
  });
  for (const { fileName } of output) {
    if (/\.(?:js|css|svg)$/.test(fileName)) pack(`${folder}/${fileName}`);
  }
  await buildDocs(output, folder);
  await buildFrames(folder);
  buildSenders(`${folder}/senders`);
  const sources = output.flatMap(({ moduleIds = [], originalFileNames = [] }) => [
    ...moduleIds,
    ...originalFileNames.map((name) => fileURLToPath(new URL(name, DASHBOARD_FOLDER))),
  ]);
  return sources.map((file) => relative('.', file));
}

/** Renders what stands in place of the screens until their script has been read. */
async function buildFrames(folder) {
  const { renderFrames } = await importForNode('src/dashboard/frame/build/render-frames.tsx');
  writeFileSync(`${folder}/frames.json`, JSON.stringify(renderFrames()));
}

/** Imports a module of the dashboard that renders pages. */
async function importForNode(entry) {
  const outfile = `node_modules/.cache/site-traffic/${basename(entry, '.tsx')}.mjs`;
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
  });
  return import(pathToFileURL(resolve(outfile)).href);
}

/** Renders the pages of docs/, and the reference of the APIs from their documents, for readers with and without scripts. */
async function buildDocs(output, folder) {
  const { renderDocs } = await importForNode('src/dashboard/docs/build/render-docs.tsx');
  const fileLike = (pattern) => `/${output.find(({ fileName }) => pattern.test(fileName)).fileName}`;
  const files = await renderDocs({
    openapi: JSON.parse(readFileSync('src/openapi/openapi.json', 'utf8')),
    sdl: readFileSync('src/graphql/schema.graphql', 'utf8'),
    readme: readFileSync('README.md', 'utf8'),
    readPage: (file) => readFileSync(file, 'utf8'),
    assets: {
      theme: fileLike(/\/theme-[^/]*\.js$/),
      script: fileLike(/\/docs-[^/]*\.js$/),
      styles: [fileLike(/\/index-[^/]*\.css$/), fileLike(/\/docs-style-[^/]*\.css$/)],
      icon: fileLike(/\/icon-[^/]*\.svg$/),
      font: fileLike(/\/hanken-grotesk-[^/]*\.woff2$/),
    },
  });
  for (const [path, text] of files) {
    const file = `${folder}${path}`;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    pack(file);
  }
  cpSync('src/dashboard/pictures', `${folder}/docs/pictures`, { recursive: true });
}

/** Copies the senders that are one file each, and packs the plugin, since WordPress installs plugins from a zip file. */
function buildSenders(folder) {
  mkdirSync(folder);
  for (const entry of readdirSync('senders', { withFileTypes: true })) {
    if (entry.isFile() && !entry.name.endsWith('.md'))
      copyFileSync(`senders/${entry.name}`, `${folder}/${entry.name}`);
  }
  writeFileSync(
    `${folder}/site-traffic-wordpress.zip`,
    zipOf('senders/site-traffic-wordpress', 'site-traffic'),
  );
}

/** The same bytes for the same files. The times within a zip file have no zone, and begin in 1980. */
function zipOf(folder, name) {
  const mtime = '1980-01-01T12:00:00';
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => `${parentPath}/${file}`)
    .sort();
  return zipSync(
    Object.fromEntries(
      files.map((file) => [`${name}/${relative(folder, file)}`, [readFileSync(file), { mtime }]]),
    ),
  );
}

function pack(file) {
  const plain = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(plain));
}

/**
 * Writes the licence of every package that has one of the files, or is bundled inside one, as most licences require, and
 * the list of these packages for a release (tools/release.js).
 */
function writeLicenses(files) {
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []);
  const notices = [...new Set(folders)].map((folder) => {
    const { name, version } = packageAt(folder);
    return [`${name} ${version}`, noticeOf(folder, version)];
  });
  const inside = [...new Set(files.filter((file) => folderIn(file)))].flatMap((file) =>
    packagesInside(file).map(({ name, version }) => [
      `${name} ${version}`,
      noticeOf(copyOf(name, version), version),
    ]),
  );
  const byName = new Map([...inside, ...notices].sort(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync('dist/parts.json', JSON.stringify([...byName.keys()]));
  writeFileSync('dist/LICENSES.txt', `${[...byName.values()].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

function folderIn(file) {
  return /node_modules\//.test(file) && existsSync(file);
}

function packageAt(folder) {
  return JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
}

/** The packages that another one has bundled into a file of its own, which marks each of their files with its path. */
function packagesInside(file) {
  const paths = readFileSync(file, 'utf8').matchAll(
    /^\/\/#region \S*node_modules\/\.pnpm\/\S*node_modules\/(?:@[^/\s]+\/)?[^/\s]+\//gm,
  );
  return [...new Set([...paths].map(([path]) => path))].map((path) => {
    const [, name] = /((?:@[^/]+\/)?[^/]+)\/$/.exec(path);
    const [, version] = /@(\d[^_/]*)[^/]*\/node_modules\/(?:@[^/]+\/)?[^/]+\/$/.exec(path);
    return { name, version };
  });
}

/** The installed copy of a package whose version is nearest: licences change less often than versions. */
function copyOf(name, version) {
  const { packages } = JSON.parse(readFileSync(INSTALLED, 'utf8'));
  const copies = Object.keys(packages).filter((path) => path.endsWith(`node_modules/${name}`));
  const major = version.split('.')[0];
  const isMajor = (path) => packages[path].version.split('.')[0] === major;
  const found =
    copies.find((path) => packages[path].version === version) ?? copies.find(isMajor) ?? copies[0];
  if (found === undefined)
    throw new Error(`no notice of ${name} ${version}, which a bundled package contains`);
  return found;
}

function noticeOf(folder, version) {
  const { name, license } = packageAt(folder);
  const texts = readdirSync(folder)
    .filter((file) => /^licen[cs]e/i.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}

/** Of crawler-user-agents the service reads the pages about robots, and not its half a megabyte of user agents. */
const ROBOTS = {
  name: 'crawler-user-agents',
  setup({ onLoad }) {
    onLoad({ filter: /\bcrawler-user-agents\.json$/ }, ({ path }) => {
      const robots = JSON.parse(readFileSync(path, 'utf8')).map(({ pattern, url }) => ({ pattern, url }));
      return { contents: JSON.stringify(robots), loader: 'json' };
    });
  },
};

const digest = inputsDigest();
const built = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
if (!(process.argv.includes('--if-stale') && built === digest)) {
  console.error('building dist/');
  rmSync(STAMP, { force: true });
  const current = newBuild('dist', digest);
  const folder = `dist/${current}`;
  mkdirSync(`${folder}/running`, { recursive: true });
  const { metafile } = await build({
    entryPoints: [
      { in: 'src/cli/main.ts', out: 'main' },
      { in: 'src/embedded/worker.ts', out: 'worker' },
      { in: 'src/cli/logs/scan-thread.ts', out: 'scan-thread' },
    ],
    outdir: folder,
    bundle: true,
    splitting: true,
    // PGlite loads files that lie beside it. The pg driver uses pg-native only if it is installed. All other packages
    // are bundled, so that installing the product installs two: PGlite, and the country database.
    external: ['@electric-sql/pglite', 'pg-native'],
    alias: {
      // One graphql for both `import` and `require`: it recognises its own values by their class.
      graphql: fileURLToPath(new URL('index.mjs', import.meta.resolve('graphql'))),
      // What it exports for graphql-shield and for directives is left out only of its own ES module, which its manifest
      // names in no way that bundlers know: 1 MB, which each process would load.
      'graphql-rate-limit': fileURLToPath(new URL('esm/index.js', import.meta.resolve('graphql-rate-limit'))),
    },
    plugins: [ROBOTS],
    // Of ES modules only what is used is bundled.
    mainFields: ['module', 'main'],
    // V8 keeps the text of what is loaded: half as long without blanks and comments, and one byte a character if all of
    // them are Latin. Names and lines stay, for the stacks of errors.
    minifyWhitespace: true,
    lineLimit: 120,
    // Some of the packages are CommonJS and require Node.js modules.
    banner: {
      // renamed, since a bundled package may import it under its own name
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    // Without it, graphql checks for every type whether another copy of graphql made it.
    define: { 'process.env.NODE_ENV': '"production"' },
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: true,
    metafile: true,
    logLevel: 'warning',
  });
  // what a test reads
  writeFileSync('dist/metafile.json', JSON.stringify(metafile));
  writeLicenses([...Object.keys(metafile.inputs), ...(await buildDashboard(`${folder}/dashboard`))]);
  await buildAlone('middleware', {
    entry: 'src/middleware/site-traffic.ts',
    types: ['src/middleware/types.ts'],
    platform: 'node',
    target: 'node20.19',
  });
  await buildAlone('client', {
    entry: 'src/client/create-client.ts',
    types: ['generated/openapi', 'types', 'error'].map((name) => `src/client/${name}.ts`),
    platform: 'neutral',
    target: 'es2022',
  });
  copyFileSync('src/graphql/schema.graphql', 'dist/schema.graphql');
  await seedDataFolder(folder);
  switchTo('dist', current);
  deleteUnused('dist', current);
  writeFileSync(STAMP, digest);
}
