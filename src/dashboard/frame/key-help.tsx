import { useEffect, useRef } from 'preact/hooks';
import { alertsPath, botsPath, eventsPath, keepDays, overviewPath, pagesPath } from '../links.ts';
import { isShortcut } from './shortcuts.ts';
import { useScreen } from './use-screen.ts';

/** The shortcuts of every screen, and the list of them behind `?`. */
export function KeyHelp({ siteId }: { readonly siteId: string | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { search, route } = useScreen();
  useEffect(() => {
    const targets: Readonly<Record<string, string>> = {
      s: '/',
      k: '/settings/keys',
      a: alertsPath(siteId),
      ...(siteId !== undefined && {
        ...{ o: overviewPath(siteId), b: botsPath(siteId), e: eventsPath(siteId), p: pagesPath(siteId) },
      }),
    };
    let goes = false;
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      const target = targets[event.key];
      if (goes && target !== undefined) route(keepDays(target, search));
      if (event.key === '?') dialog.current?.showModal();
      goes = event.key === 'g';
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [siteId, search]);
  return (
    <dialog ref={dialog} aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <KeyList />
      <p class="hint">
        You can turn them off in the <a href="/settings/account">settings of the account</a>.
      </p>
      <form method="dialog" class="acts">
        <button class="btn primary">Close</button>
      </form>
    </dialog>
  );
}

function KeyList() {
  return (
    <dl class="keys">
      <dt>
        <kbd>g</kbd> <kbd>s</kbd>
      </dt>
      <dd>All sites</dd>
      <dt>
        <kbd>g</kbd> <kbd>o</kbd>
      </dt>
      <dd>Overview of the site</dd>
      <dt>
        <kbd>g</kbd> <kbd>b</kbd>
      </dt>
      <dd>Bots of the site</dd>
      <dt>
        <kbd>g</kbd> <kbd>e</kbd>
      </dt>
      <dd>Events of the site</dd>
      <dt>
        <kbd>g</kbd> <kbd>p</kbd>
      </dt>
      <dd>Pages of the site</dd>
      <dt>
        <kbd>g</kbd> <kbd>a</kbd>
      </dt>
      <dd>Alerts</dd>
      <dt>
        <kbd>/</kbd>
      </dt>
      <dd>Filter the events</dd>
      <dt>
        <kbd>g</kbd> <kbd>k</kbd>
      </dt>
      <dd>API keys</dd>
      <dt>
        <kbd>d</kbd> <kbd>e</kbd> <kbd>w</kbd> <kbd>t</kbd> <kbd>n</kbd> <kbd>m</kbd> <kbd>p</kbd>{' '}
        <kbd>y</kbd> <kbd>a</kbd>
      </dt>
      <dd>Today, yesterday, the last 7, 30 or 90 days, this month, last month, this year, all time</dd>
      <dt>
        <kbd>←</kbd> <kbd>→</kbd> <kbd>Home</kbd> <kbd>End</kbd>
      </dt>
      <dd>Move along a chart whose axis has the focus</dd>
    </dl>
  );
}
