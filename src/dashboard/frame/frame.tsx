import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import type { FrameFragment } from '../generated/graphql.ts';
import { eventsPath, pagesPath } from '../links.ts';
import { formatCount } from '../numbers.ts';
import { Brand } from '../parts/brand.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { closeSession } from '../sign-in/session.ts';
import { KeyHelp } from './key-help.tsx';
import { knownFrame } from './known-frame.ts';
import { switchTheme } from './theme.ts';

type Props = {
  readonly title: string;
  readonly siteId?: string;
  /** Undefined until it was read. */
  readonly frame?: FrameFragment | undefined;
  /** Whether something else is shown until what was asked for is there. */
  readonly isBusy?: boolean;
  readonly children: ComponentChildren;
};

/** What is around every screen: where you are, where you can go, and how much of the month is used. */
export function Frame({ title, siteId, frame: read, isBusy = false, children }: Props) {
  const frame = knownFrame(read);
  useEffect(() => {
    document.title = `${title} · Site Traffic`;
  }, [title]);
  return (
    <>
      <a class="skip" href="#main" onClick={focusMain}>
        Skip to content
      </a>
      <div class="app">
        <header class="rail">
          <Brand />
          <Switcher sites={frame?.sites ?? []} siteId={siteId} />
          <nav aria-label="Main">
            <ul>
              <NavLink href="/" icon="sites" name="All sites" />
              {siteId && <NavLink href={`/sites/${siteId}`} icon="overview" name="Overview" />}
              {siteId && <NavLink href={eventsPath(siteId)} icon="events" name="Events" />}
              {siteId && <NavLink href={pagesPath(siteId)} icon="pages" name="Pages" />}
              <NavLink href="/settings/sites" icon="settings" name="Settings" within="/settings/" />
              <NavLink href="/docs" icon="reference" name="Docs" target="_top" />
            </ul>
          </nav>
          <div class="rail-foot">
            {frame?.account && <Usage usage={frame.account.usage} />}
            <div class="who">
              <button class="btn quiet small" aria-label="Sign out" onClick={() => void closeSession()}>
                <Icon name="leave" />
                <span>Sign out</span>
              </button>
              <button class="btn quiet icon" aria-label="Switch between light and dark" onClick={switchTheme}>
                <Icon name="theme" />
              </button>
            </div>
          </div>
        </header>
        <main id="main" tabIndex={-1} aria-busy={isBusy}>
          {children}
        </main>
      </div>
      <KeyHelp siteId={siteId} />
    </>
  );
}

/** The router would take the link for another page. */
function focusMain(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
  document.getElementById('main')?.focus();
}

type NavLinkProps = {
  readonly href: string;
  readonly icon: IconName;
  readonly name: string;
  /** What the paths of all its screens begin with, if it has several. */
  readonly within?: string;
  /** "_top" for a page that is not part of this one. */
  readonly target?: string;
};

function NavLink({ href, icon, name, within, target }: NavLinkProps) {
  const { path } = useLocation();
  const isHere = within === undefined ? path === href : path.startsWith(within);
  return (
    <li>
      <a href={href} target={target} aria-current={isHere ? 'page' : undefined}>
        <Icon name={icon} />
        <span>{name}</span>
      </a>
    </li>
  );
}

type Sites = NonNullable<FrameFragment['sites']>;

function Switcher({ sites, siteId }: { readonly sites: Sites; readonly siteId: string | undefined }) {
  const site = sites.find(({ id }) => id === siteId);
  return (
    <>
      <button class="switcher" popovertarget="site-menu">
        <span data-short={site ? initialsOf(site.name) : '…'}>
          <b>{site?.name ?? 'Sites'}</b>
          <small>{site?.domain ?? 'Choose one'}</small>
        </span>
        <span class="sr">Switch site</span>
        <Icon name="updown" />
      </button>
      <div popover="auto" id="site-menu" class="menu">
        <ul>
          {sites.map(({ id, name, domain }) => (
            <li key={id}>
              <a href={`/sites/${id}`} aria-current={id === siteId ? 'true' : undefined} onClick={closeMenu}>
                <span class="tick">{id === siteId && <Icon name="tick" />}</span>
                <span>
                  <bdi>{name}</bdi>
                  <small>{domain}</small>
                </span>
              </a>
            </li>
          ))}
        </ul>
        <hr />
        <ul>
          <li>
            <a href="/" onClick={closeMenu}>
              <span class="tick" />
              All sites
            </a>
          </li>
        </ul>
      </div>
    </>
  );
}

const closeMenu = () => document.getElementById('site-menu')?.hidePopover();

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');

type Account = NonNullable<FrameFragment['account']>;

function Usage({ usage: { used, limit } }: { readonly usage: Account['usage'] }) {
  if (limit === null) return <p class="hint quota">{formatCount(used)} events recorded this month</p>;
  const percent = Math.min(100, (100 * used) / limit);
  return (
    <div class="quota">
      <small class="hint">
        {formatCount(used)} of {formatCount(limit)} events recorded this month
      </small>
      <svg
        class={`meter thin ${used >= limit ? 'full' : ''}`}
        role="img"
        aria-label={`${percent.toFixed(0)}% of the events that can be recorded this month`}
      >
        <rect class="v" width={`${percent.toFixed(2)}%`} height="100%" />
      </svg>
    </div>
  );
}
