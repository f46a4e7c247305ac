import { useLocation } from 'preact-iso';
import type { ComponentChildren } from 'preact';
import { pagesPath, reachPath, rulesPath } from '../links.ts';
import { Domain } from '../parts/domain.tsx';

type Props = {
  readonly siteId: string;
  /** Of the links, which keep the days shown. */
  readonly search: string;
};

/** What bots read, what they never read, and what they should not have read. */
export function PagesTabs({ siteId, search }: Props) {
  const { path } = useLocation();
  const tabs = [
    { href: pagesPath(siteId), name: 'Read' },
    { href: reachPath(siteId), name: 'Reach' },
    { href: rulesPath(siteId), name: 'Rules' },
  ];
  return (
    <nav class="seg tabs-nav" aria-label="Pages">
      {tabs.map(({ href, name }) => (
        <a key={href} href={href + search} aria-current={path === href ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}

type HeadProps = {
  readonly domain: string | undefined;
  /** Which days are shown, if those are not the ones asked for. */
  readonly words: string | undefined;
  /** What the tab is about. */
  readonly children: ComponentChildren;
};

/** The title of the screens beside the pages read. */
export function PagesHead({ domain, words, children }: HeadProps) {
  return (
    <div>
      <h1>Pages</h1>
      <p class="sub">
        {words && `${words}. `}
        {domain ? (
          <>
            <Domain domain={domain} />: {children}
          </>
        ) : (
          'Reading'
        )}
      </p>
    </div>
  );
}
