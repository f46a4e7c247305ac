import { useEffect, useRef, useState } from 'preact/hooks';
import type { FrameFragment } from '../generated/graphql.ts';
import { keepDays, sameScreenOf } from '../links.ts';
import { formatCount } from '../numbers.ts';
import { readableDomain } from '../parts/domain-text.ts';
import { readableName } from '../parts/name-text.ts';
import { Icon } from '../parts/icon.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { type SwitchedSite, findSites, initialsOf, isNamed } from './find-sites.ts';
import { moveFocus } from './move-focus.ts';
import { useScreen } from './use-screen.ts';

/** So many fit most windows. */
const MOST_WITHOUT_SEARCH = 10;

type Props = {
  readonly frame: FrameFragment | undefined;
  readonly siteId: string | undefined;
};

/** The site shown, and a menu that leads to the same screen of another one. */
export function Switcher({ frame, siteId }: Props) {
  const sites = frame?.sites ?? [];
  const site = sites.find(({ id }) => id === siteId);
  const [isOpen, setIsOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => menu.current?.addEventListener('keydown', moveFocus), []);
  const onToggle = ({ newState }: Pick<ToggleEvent, 'newState'>) => {
    // not before it is closed: what has the focus would be gone, and the button would not get it
    if (newState === 'closed') setIsOpen(false);
    else showCurrent(menu.current);
  };
  return (
    <>
      <button class="switcher" popovertarget="site-menu">
        <span data-short={site ? initialsOf(nameOf(site)) : '…'} title={site && titleOf(site)}>
          <b>{site ? nameOf(site) : 'Sites'}</b>
          {(!site || isNamed(site)) && <small>{site ? readableDomain(site.domain) : 'Choose one'}</small>}
        </span>
        <span class="sr">Switch site</span>
        <Icon name="updown" />
      </button>
      <div
        popover="auto"
        id="site-menu"
        class="menu site-menu"
        ref={menu}
        onBeforeToggle={({ newState }) => newState === 'open' && setIsOpen(true)}
        onToggle={onToggle}
      >
        {isOpen && <Sites sites={sites} siteId={siteId} />}
        <Others email={frame?.account?.email} />
      </div>
    </>
  );
}

/** Who uses a finger wants no keyboard on the screen yet. */
function showCurrent(menu: HTMLElement | null): void {
  if (matchMedia('(pointer: fine)').matches) menu?.querySelector('input')?.focus();
  menu?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
}

type SitesProps = { readonly sites: readonly SwitchedSite[]; readonly siteId: string | undefined };

function Sites({ sites, siteId }: SitesProps) {
  const [text, setText] = useState('');
  const { path, search, route } = useScreen();
  const found = findSites(sites, text);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    const [first] = found;
    if (!first) return;
    closeMenu();
    route(sameScreenOf(first.id, path, search));
  };
  return (
    <>
      {sites.length > MOST_WITHOUT_SEARCH && (
        <form onSubmit={onSubmit}>
          <SearchField label="Find a site" text={text} type={setText} isInPopup />
          <p class="hint" role="status">
            {text.trim() && `${formatCount(found.length)} of ${formatCount(sites.length)} sites`}
          </p>
        </form>
      )}
      <ul class="sites" aria-label="Sites">
        {found.map((site) => (
          <li key={site.id}>
            <a
              href={sameScreenOf(site.id, path, search)}
              aria-current={site.id === siteId ? 'true' : undefined}
              onClick={closeMenu}
            >
              <span class="tick">{site.id === siteId && <Icon name="tick" />}</span>
              <span title={titleOf(site)}>
                <bdi>{nameOf(site)}</bdi>
                {isNamed(site) && <small>{readableDomain(site.domain)}</small>}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What is not one site. */
function Others({ email }: { readonly email: string | undefined }) {
  const { search } = useScreen();
  return (
    <div class="others">
      <ul>
        <li>
          <a href={keepDays('/', search)} onClick={closeMenu}>
            <span class="tick" />
            All sites
          </a>
        </li>
        <li class="phone">
          <a href="/docs" target="_top">
            <span class="tick" />
            Docs
          </a>
        </li>
      </ul>
      {email && (
        <p class="hint narrow">
          Signed in as <b title={email}>{email}</b>
        </p>
      )}
    </div>
  );
}

const nameOf = (site: SwitchedSite) =>
  isNamed(site) ? readableName(site.name) : readableDomain(site.domain);

const titleOf = (site: SwitchedSite) => (isNamed(site) ? `${nameOf(site)}\n${site.domain}` : site.domain);

const closeMenu = () => document.getElementById('site-menu')?.hidePopover();
