// Prints the OpenAPI document (src/openapi/document.ts) as src/openapi/openapi.json, and its types for the client
// (src/client/generated/openapi.ts). With --check it writes nothing and exits with 1 if one of them has changed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import printTypes, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

/** Node 20 imports no TypeScript, so esbuild translates it first. */
async function loadDocument() {
  const outfile = 'node_modules/.cache/site-traffic/openapi.mjs';
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

/** What has no type: headers, the property that tells the members of a union apart, several patterns of one text. */
const UNTYPED = ['headers', 'discriminator', 'allOf'];

/** The types of what is sent and of answers with status 200, and a union of the codes of all others. */
async function typesOf(document) {
  const codes = new Set();
  const withoutRefusals = JSON.stringify(document, (name, value) => {
    if (name !== 'responses') return UNTYPED.includes(name) ? undefined : value;
    const { 200: granted, ...refused } = value;
    const schemas = Object.values(refused).map(({ content }) => content['application/json'].schema);
    for (const code of schemas.flatMap(({ properties }) => properties.code.enum)) codes.add(code);
    return { 200: granted };
  });
  const nodes = await printTypes(withoutRefusals, { immutable: true });
  const kept = nodes.filter(({ name }) => ['components', 'operations'].includes(name.text));
  const union = [...codes].sort().map((code) => `'${code}'`);
  return `${astToString(kept)}\nexport type ErrorCode = ${union.join(' | ')};\n`;
}

async function print(file, text) {
  const printed = await format(text, { ...(await resolveConfig(file)), filepath: file });
  const current = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (printed === current) return;
  if (process.argv.includes('--check')) {
    console.error(`${file} is not what src/openapi/document.ts describes; run: npm run generate`);
    process.exitCode = 1;
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, printed);
  console.error(`wrote ${file}`);
}

const document = await loadDocument();
await print('src/openapi/openapi.json', JSON.stringify(document));
await print('src/client/generated/openapi.ts', await typesOf(document));
