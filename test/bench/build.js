// Bundles the harness and the peers into dist/. Packages are not bundled: each side runs the ones it installed.
import { rmSync } from 'node:fs';
import { build } from 'esbuild';

const PEERS = ['fastify-kysely', 'node-http-pg', 'mercurius-jit', 'apollo', 'postgraphile'];

process.chdir(import.meta.dirname);
rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: [
    { in: 'main.ts', out: 'main' },
    { in: 'recorder.ts', out: 'recorder' },
    ...PEERS.map((name) => ({ in: `peers/${name}.ts`, out: `peers/${name}` })),
  ],
  outdir: 'dist',
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  logLevel: 'warning',
});
