import { Brand } from '../../parts/brand.tsx';
import { Icon } from '../../parts/icon.tsx';
import { type Assets, PageHead } from './docs-page.tsx';

const TITLE = 'No such page';

/** The page at an address where nothing is. It has no script but that of the theme. */
export function MissingPage({ assets }: { readonly assets: Assets }) {
  return (
    <html lang="en">
      <PageHead title={TITLE} assets={assets} />
      <body>
        <div class="app">
          <header class="rail">
            <Brand />
            <nav aria-label="Main">
              <ul>
                <li>
                  <a href="/">
                    <Icon name="sites" />
                    <span>All sites</span>
                  </a>
                </li>
                <li>
                  <a href="/docs">
                    <Icon name="reference" />
                    <span>Docs</span>
                  </a>
                </li>
              </ul>
            </nav>
          </header>
          <main id="main">
            <NoPage href="/" name="Go to your sites" />
          </main>
        </div>
      </body>
    </html>
  );
}

/** What is said in place of a page of the documentation. */
export const MISSING_DOCS = {
  title: TITLE,
  path: '/docs-missing',
  content: <NoPage href="/docs" name="Go to the documentation" />,
};

function NoPage({ href, name }: { readonly href: string; readonly name: string }) {
  return (
    <section class="sheet">
      <div class="blank">
        <h1>There is no such page</h1>
        <p>The address may be incomplete, or from an earlier version.</p>
        <div class="acts">
          <a class="btn primary" href={href}>
            {name}
          </a>
        </div>
      </div>
    </section>
  );
}
