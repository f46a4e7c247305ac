// Builds dist/: the command line (cli.js) and the embedded database's worker (worker.js), each with the packages they
// use, since reading one file instead of a thousand starts three times as fast; the seed of the data folder (seed.tgz);
// and the middleware for the servers of others, as one file that imports nothing (middleware.js) with its types
// (middleware.d.ts). With --if-stale it does nothing when no input has changed since the last build.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { build, transform } from 'esbuild';

const STAMP = 'dist/inputs.sha256';

function inputsDigest() {
  const sources = ['src', 'db'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`),
  );
  const digest = createHash('sha256').update(process.version);
  for (const file of [...sources, 'package-lock.json', 'esbuild.config.js'].sort()) {
    digest.update(`${file}\0`).update(readFileSync(file));
  }
  return digest.digest('hex');
}

/** A data folder fresh from initdb, packed. Unpacking it takes a third of the time and half the memory of initdb. */
async function seedDataFolder() {
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
  copyFileSync(cached, 'dist/seed.tgz');
}

/** Bundles the middleware, and writes its public types as one declaration file. */
async function buildMiddleware() {
  const entry = 'src/middleware/site-traffic.ts';
  const format = 'esm';
  const target = 'node20.19';
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format,
    platform: 'node',
    target,
    minifyWhitespace: true,
  });
  // Small, and still to be read: squeezed, it loses the comments; printed again, it has its lines back.
  const { code } = await transform(outputFiles[0].text, { format, target });
  writeFileSync('dist/middleware.js', code);
  const { default: typescript } = await import('typescript');
  const declare = (fileName) =>
    typescript.transpileDeclaration(readFileSync(fileName, 'utf8'), {
      fileName,
      compilerOptions: { target: typescript.ScriptTarget.ES2023, module: typescript.ModuleKind.NodeNext },
    }).outputText;
  const own = /^(?:import|export) type .* from '\.\/.*';\n/gm;
  const declarations = ['src/middleware/types.ts', entry].map((file) => declare(file).replace(own, ''));
  writeFileSync('dist/middleware.d.ts', declarations.join(''));
}

const digest = inputsDigest();
const current = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
if (!(process.argv.includes('--if-stale') && current === digest)) {
  console.error('building dist/');
  rmSync('dist', { recursive: true, force: true });
  await build({
    entryPoints: [
      { in: 'src/cli/main.ts', out: 'cli' },
      { in: 'src/embedded/worker.ts', out: 'worker' },
    ],
    outdir: 'dist',
    bundle: true,
    splitting: true,
    // PGlite finds its own files beside it; GraphiQL's page is large and rarely asked for; the pg driver would take
    // pg-native if it were there.
    external: ['@electric-sql/pglite', '@graphql-yoga/render-graphiql', 'pg-native'],
    // One graphql for those who import it and those who require it: its values know each other by their class.
    alias: { graphql: fileURLToPath(import.meta.resolve('graphql')) },
    // The CommonJS packages among them ask for Node's own modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    // Without it graphql looks at every type whether it came from another copy of itself.
    define: { 'process.env.NODE_ENV': '"production"' },
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: true,
    logLevel: 'warning',
  });
  await buildMiddleware();
  await seedDataFolder();
  writeFileSync(STAMP, digest);
}
