import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** Loads a source file. Node 20 imports no TypeScript, so esbuild translates it first. */
export async function loadSource(source) {
  const outfile = `node_modules/.cache/site-traffic/${basename(source, '.ts')}.mjs`;
  await build({
    entryPoints: [source],
    outfile,
    // With the packages: some are CommonJS, whose exports an ES module cannot import by name, and require Node.js modules.
    bundle: true,
    external: ['@electric-sql/pglite', 'pg-native'],
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return import(pathToFileURL(resolve(outfile)).href);
}
