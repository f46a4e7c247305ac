import { fileURLToPath } from 'node:url';
import { type Plugin, defineConfig } from 'vite';

const inFolder = (name: string) => fileURLToPath(new URL(`../src/dashboard/${name}`, import.meta.url));

/** Loads the theme before anything is painted, and the font of the text as early as possible. */
const startOfPage: Plugin = {
  name: 'start-of-page',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const files = Object.values(bundle);
      const theme = files.find((file) => file.type === 'chunk' && file.name === 'theme');
      const font = files.find(({ fileName }) => fileName.includes('hanken-grotesk'));
      if (!theme || !font) throw new Error('the theme or the font is missing from the bundle');
      const preload = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '' };
      return [
        { tag: 'script', attrs: { src: `/${theme.fileName}` }, injectTo: 'head' },
        { tag: 'link', attrs: { ...preload, href: `/${font.fileName}` }, injectTo: 'head' },
      ];
    },
  },
};

export default defineConfig({
  root: inFolder('.'),
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [startOfPage],
  build: {
    emptyOutDir: true,
    // The policy of the page allows no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: inFolder('index.html'),
        theme: inFolder('frame/theme-start.ts'),
        docs: inFolder('docs/start.tsx'),
        'docs-style': inFolder('styles/docs.css'),
      },
    },
  },
});
