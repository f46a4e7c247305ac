// Prints the OpenAPI document (src/openapi/document.ts) as src/openapi/openapi.json. With --check it writes nothing and exits with
// 1 if the document has changed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { format, resolveConfig } from 'prettier';

const FILE = 'src/openapi/openapi.json';

/** Node 20 imports no TypeScript, so esbuild translates it first. */
async function loadDocument() {
  const outfile = 'node_modules/.cache/site-traffic/openapi.mjs';
  mkdirSync('node_modules/.cache/site-traffic', { recursive: true });
  await build({
    entryPoints: ['src/openapi/document.ts'],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
  const { createOpenapi } = await import(pathToFileURL(resolve(outfile)).href);
  return createOpenapi();
}

const printed = await format(JSON.stringify(await loadDocument()), {
  ...(await resolveConfig(FILE)),
  filepath: FILE,
});
const current = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
if (printed === current) process.exit();
if (process.argv.includes('--check')) {
  console.error(`${FILE} is not what src/openapi/document.ts describes; run: npm run generate`);
  process.exit(1);
}
writeFileSync(FILE, printed);
console.error(`wrote ${FILE}`);
