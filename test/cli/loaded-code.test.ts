import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

type Output = {
  readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>;
  readonly imports: readonly { readonly path: string; readonly kind: string; readonly external?: true }[];
};

const { outputs } = JSON.parse(readFileSync('dist/metafile.json', 'utf8')) as {
  readonly outputs: Readonly<Record<string, Output>>;
};

/** The files that are loaded before those of these names run. */
function loadedWith(name: RegExp): readonly string[] {
  const loaded = new Set(Object.keys(outputs).filter((path) => name.test(basename(path))));
  // iterating over a set includes the members that are added meanwhile
  for (const path of loaded) {
    for (const { kind, path: imported, external } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && external !== true) loaded.add(imported);
  }
  return [...loaded];
}

/** The sources that have a part in a file. */
function sourcesOf(path: string): readonly string[] {
  const inputs = Object.entries(outputs[path]?.inputs ?? {});
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([source]) => source);
}

describe('the code that a server loads when it starts', () => {
  const loaded = loadedWith(/^(?:main|server-\w+)\.js$/);
  const sources = loaded.flatMap(sourcesOf);

  it('is in Latin characters, of which V8 keeps one byte each', () => {
    expect(loaded.length).toBeGreaterThan(5);
    const foreign = loaded.filter((path) => /[^\0-\xff]/.test(readFileSync(path, 'utf8')));
    expect(foreign).toEqual([]);
  });

  it('has nothing of parts that other installations or rare requests use', () => {
    expect(sources).toContain('src/gateway.ts');
    const rare =
      /node_modules\/(?:@redis|@opentelemetry\/(?:sdk|exporter)|@modelcontextprotocol|@graphql-yoga\/render-graphiql|openid-client|oauth4webapi|prom-client)|src\/openapi\/openapi\.json/;
    expect(sources.filter((source) => rare.test(source))).toEqual([]);
  });

  it('leads to metrics and traces, which it loads where the settings ask for them', () => {
    const later = loaded.flatMap((path) => outputs[path]?.imports ?? []);
    const asked = later.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => basename(path));
    expect(asked.filter((name) => /^(?:metrics|tracing)-\w+\.js$/.test(name))).toHaveLength(2);
    const hasPackage = (name: RegExp, part: string) =>
      loadedWith(name).some((path) => sourcesOf(path).some((source) => source.includes(part)));
    expect(hasPackage(/^metrics-\w+\.js$/, 'node_modules/prom-client/')).toBe(true);
    expect(hasPackage(/^tracing-\w+\.js$/, 'node_modules/@opentelemetry/exporter-trace-otlp')).toBe(true);
  });

  it('has nothing of what its packages offer beside what is used', () => {
    expect(sources).toContain('node_modules/zod/v4/locales/en.js');
    const unused =
      /node_modules\/(?:graphql-shield|yup|lodash|graphql-middleware)\/|zod\/v4\/locales\/(?!en\.js)/;
    expect(sources.filter((source) => unused.test(source))).toEqual([]);
  });
});
