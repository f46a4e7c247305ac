import type { ComponentChildren } from 'preact';
import { Brand } from '../../parts/brand.tsx';
import { Navigation, type NavigationProps } from './docs-navigation.tsx';

/** The addresses of the files that every page loads. */
export type Assets = {
  readonly theme: string;
  /** In the order of their layers. */
  readonly styles: readonly string[];
  readonly icon: string;
  readonly font: string;
  readonly script: string;
};

type Props = NavigationProps & {
  readonly title: string;
  readonly assets: Assets;
  /** What the script of the page needs to know, as JSON. */
  readonly data?: string;
  readonly children: ComponentChildren;
};

/** A whole page. It is complete without its script, which adds the search, the consoles and what copies. */
export function DocsPage({ title, assets, data, children, ...navigation }: Props) {
  return (
    <html lang="en">
      <PageHead title={title} assets={assets}>
        <script type="module" src={assets.script} />
      </PageHead>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <div class="app">
          <header class="rail">
            <Brand />
            <Navigation {...navigation} />
            <div class="rail-foot">
              <div class="who" id="theme" />
            </div>
          </header>
          <main id="main" tabIndex={-1}>
            <div id="search" />
            {children}
          </main>
        </div>
        {data !== undefined && (
          <script type="application/json" id="data" dangerouslySetInnerHTML={{ __html: withoutTags(data) }} />
        )}
      </body>
    </html>
  );
}

type HeadProps = Pick<Props, 'title' | 'assets'> & { readonly children?: ComponentChildren };

export function PageHead({ title, assets, children }: HeadProps) {
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${title} · Site Traffic`}</title>
      <link rel="icon" href={assets.icon} />
      <link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" href={assets.font} />
      {assets.styles.map((style) => (
        <link key={style} rel="stylesheet" href={style} />
      ))}
      <script src={assets.theme} />
      {children}
    </head>
  );
}

/** No text within the data can end the element that it stands in. */
function withoutTags(json: string): string {
  return json.replaceAll('<', '\\u003c');
}
