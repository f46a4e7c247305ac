// Bundles src/main.tsx for a browser as built/main.js; Relay's documents are replaced with what its compiler made of them.
import { readFileSync } from 'node:fs';
import { transformSync } from '@babel/core';
import { build } from 'esbuild';

const relay = {
  name: 'relay',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/main\.tsx$/ }, ({ path }) => {
      const { code } = transformSync(readFileSync(path, 'utf8'), {
        filename: path,
        plugins: [['babel-plugin-relay', { eagerEsModules: true }]],
        parserOpts: { plugins: ['typescript', 'jsx'] },
      });
      return { contents: code, loader: 'tsx' };
    });
  },
};

await build({
  entryPoints: ['src/main.tsx'],
  outfile: 'built/main.js',
  bundle: true,
  jsx: 'automatic',
  define: { 'process.env.KEY': JSON.stringify(process.env.KEY), 'process.env.NODE_ENV': '"production"' },
  plugins: [relay],
  logLevel: 'warning',
});
