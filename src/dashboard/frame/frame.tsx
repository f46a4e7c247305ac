import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { FrameFragment } from '../generated/graphql.ts';
import { alertsPath, botsPath, eventsPath, keepDays, overviewPath, pagesPath } from '../links.ts';
import { Brand } from '../parts/brand.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { KeyHelp } from './key-help.tsx';
import { knownFrame } from './known-frame.ts';
import { RailFoot } from './rail-foot.tsx';
import { Switcher } from './switcher.tsx';
import { useScreen } from './use-screen.ts';

type Props = {
  readonly title: string;
  readonly siteId?: string;
  /** Undefined until it was read. */
  readonly frame?: FrameFragment | undefined;
  /** Whether an older answer is shown until the new one arrives. */
  readonly isBusy?: boolean;
  readonly children: ComponentChildren;
};

/** What is around every screen: where you are, where you can go, and how much of the month is used. */
export function Frame({ title, siteId, frame: read, isBusy = false, children }: Props) {
  const frame = knownFrame(read);
  const { search } = useScreen();
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
          <Brand href={keepDays('/', search)} />
          <Switcher frame={frame} siteId={siteId} />
          <nav aria-label="Main">
            <ul>
              <NavLink href="/" icon="sites" name="All sites" isInBar={siteId === undefined} />
              {siteId !== undefined && <SiteLinks siteId={siteId} />}
              <NavLink href={alertsPath(siteId)} icon="alerts" name="Alerts" />
              <NavLink href="/settings/sites" icon="settings" name="Settings" within="/settings/" />
              <NavLink href="/docs" icon="reference" name="Docs" target="_top" isInBar={false} />
            </ul>
          </nav>
          <RailFoot account={frame?.account} />
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

function SiteLinks({ siteId }: { readonly siteId: string }) {
  const [bots, pages] = [botsPath(siteId), pagesPath(siteId)];
  return (
    <>
      <NavLink href={overviewPath(siteId)} icon="overview" name="Overview" />
      <NavLink href={bots} icon="bots" name="Bots" within={bots} isInBar={false} />
      <NavLink href={eventsPath(siteId)} icon="events" name="Events" />
      <NavLink href={pages} icon="pages" name="Pages" within={pages} />
    </>
  );
}

type NavLinkProps = {
  readonly href: string;
  readonly icon: IconName;
  readonly name: string;
  /** What the paths of all its screens begin with, if it has several. */
  readonly within?: string;
  /** "_top" for a page that is not part of this one. */
  readonly target?: string;
  /** Whether it is in the bar of a phone, which has room for five. */
  readonly isInBar?: boolean;
};

function NavLink({ href, icon, name, within, target, isInBar = true }: NavLinkProps) {
  const { path, search } = useScreen();
  const isHere = within === undefined ? path === href : path.startsWith(within);
  return (
    <li class={isInBar ? undefined : 'desk'}>
      <a href={keepDays(href, search)} target={target} aria-current={isHere ? 'page' : undefined}>
        <Icon name={icon} />
        <span>{name}</span>
      </a>
    </li>
  );
}
