import type { ComponentChildren } from 'preact';
import { Brand } from '../../parts/brand.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import type { DocsOperation } from '../operation.ts';
import { pathOfOperation } from './operations.ts';

/** The addresses of the files that every page loads. */
export type Assets = {
  readonly theme: string;
  readonly style: string;
  readonly icon: string;
  readonly font: string;
  readonly script: string;
};

type Props = {
  readonly title: string;
  /** Its own address. */
  readonly path: string;
  readonly operations: readonly DocsOperation[];
  readonly assets: Assets;
  /** What the script of the page needs to know, as JSON. */
  readonly data?: string;
  readonly children: ComponentChildren;
};

/** Its name in short. */
const nameOf = ({ slug }: DocsOperation) => slug.slice(0, 1).toUpperCase() + slug.slice(1);

/** A whole page of the reference. It is complete without its script, which adds the search and the consoles. */
export function DocsPage({ title, path, operations, assets, data, children }: Props) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Site Traffic`}</title>
        <link rel="icon" href={assets.icon} />
        <link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" href={assets.font} />
        <link rel="stylesheet" href={assets.style} />
        <script src={assets.theme} />
        <script type="module" src={assets.script} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <div class="app">
          <header class="rail">
            <Brand />
            <nav aria-label="Main">
              <ul>
                <NavLink href="/" icon="sites" name="Dashboard" path={path} />
              </ul>
              <h2 id="reference">Reference</h2>
              <ul aria-labelledby="reference">
                <NavLink href="/docs" icon="reference" name="REST" path={path}>
                  <Operations operations={operations} path={path} />
                </NavLink>
                <NavLink href="/docs/graphql" icon="reference" name="GraphQL" path={path} />
              </ul>
            </nav>
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

/** No text within the data can end the element that it stands in. */
function withoutTags(json: string): string {
  return json.replaceAll('<', '\\u003c');
}

type NavLinkProps = {
  readonly href: string;
  readonly icon: IconName;
  readonly name: string;
  readonly path: string;
  readonly children?: ComponentChildren;
};

function NavLink({ href, icon, name, path, children }: NavLinkProps) {
  return (
    <li>
      <a href={href} aria-current={href === path ? 'page' : undefined}>
        <Icon name={icon} />
        <span>{name}</span>
      </a>
      {children}
    </li>
  );
}

type OperationsProps = Pick<Props, 'operations' | 'path'>;

/** The same on a narrow screen, where the navigation has no room for it. */
export function OperationsMenu(props: OperationsProps) {
  return (
    <details class="toc-m">
      <summary>Operations</summary>
      <Operations {...props} />
    </details>
  );
}

function Operations({ operations, path }: OperationsProps) {
  return (
    <ul class="sub" aria-label="Operations">
      {operations.map((operation) => (
        <li key={operation.slug}>
          <a
            href={pathOfOperation(operation)}
            aria-current={path === pathOfOperation(operation) ? 'page' : undefined}
          >
            <span class="verb">{operation.method}</span>
            {nameOf(operation)}
          </a>
        </li>
      ))}
      <li>
        <a href="/docs/rest/errors" aria-current={path === '/docs/rest/errors' ? 'page' : undefined}>
          Errors
        </a>
      </li>
      <li>
        <a href="/docs/rest/headers" aria-current={path === '/docs/rest/headers' ? 'page' : undefined}>
          Headers and rate limits
        </a>
      </li>
    </ul>
  );
}
