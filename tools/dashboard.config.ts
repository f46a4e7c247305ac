import { fileURLToPath } from 'node:url';
import { type Plugin, defineConfig } from 'vite';

const inFolder = (name: string) => fileURLToPath(new URL(`../src/dashboard/${name}`, import.meta.url));

/** The scripts of the screens, as the bundler writes them. */
const SCRIPTS = /^ *<(?:script type="module"|link rel="modulepreload").*\n/gm;

/**
 * Loads first what the first paint waits for, which is the styles and the theme, then the scripts of the screens, then the
 * font of the text: on a slow line, what loads at the same time shares it.
 */
const startOfPage: Plugin = {
  name: 'start-of-page',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const files = Object.values(bundle);
      const theme = files.find((file) => file.type === 'chunk' && file.name === 'theme');
      const font = files.find(({ fileName }) => fileName.includes('hanken-grotesk'));
      if (!theme || !font) throw new Error('the theme or the font is missing from the bundle');
      const scripts = (html.match(SCRIPTS) ?? []).map((tag) =>
        tag.replace(/(?= crossorigin)/, ' fetchpriority="low"'),
      );
      const last = [
        `    <script src="/${theme.fileName}"></script>\n`,
        ...scripts,
        `    <link rel="preload" as="font" type="font/woff2" fetchpriority="low" crossorigin href="/${font.fileName}">\n`,
      ];
      return html.replace(SCRIPTS, '').replace('  </head>', `${last.join('')}  </head>`);
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
