// Prints the OpenAPI document (src/openapi/document.ts) as src/openapi/openapi.json, and its types for the client
// (src/client/generated/openapi.ts). With --check it writes nothing and exits with 1 if one of them has changed.
import printTypes, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { loadSource } from './load-source.js';
import { writeGenerated } from './write-generated.js';

const SOURCE = 'src/openapi/document.ts';

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
  writeGenerated(file, printed, SOURCE);
}

const document = (await loadSource(SOURCE)).createOpenapi();
await print('src/openapi/openapi.json', JSON.stringify(document));
await print('src/client/generated/openapi.ts', await typesOf(document));
