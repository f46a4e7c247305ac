import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach } from 'vitest';
import { openWindow } from '../support/connect-chromium.ts';

/** What a window has from the start. */
export type Given = Omit<BrowserContextOptions, 'storageState'> & {
  readonly storageState?: Exclude<NonNullable<BrowserContextOptions['storageState']>, string>;
  /** True if the test changes the window for good, as with a clock or a script. */
  readonly once?: boolean;
};

type Served = { readonly browser: Browser; readonly url: string };

type Window = Served & {
  readonly page: Page;
  readonly kind: string;
  readonly given: Given;
  readonly once: boolean;
};

/**
 * Opens windows. A new one takes more than what most tests do in it: so a window that a test leaves is cleaned and given to
 * the next one that needs its kind.
 */
export function useWindows() {
  let free: Window[] = [];
  let taken: Window[] = [];

  afterEach(async ({ task }) => {
    const passed = task.result?.state !== 'fail';
    const [again, done] = split(taken, ({ once }) => passed && !once);
    taken = [];
    await Promise.all([...done.map(({ page }) => page.context().close()), ...again.map(clean)]);
    free.push(...again);
  });
  afterAll(() => {
    free = [];
  });

  return async (served: Served, given: Given = {}): Promise<Page> => {
    const {
      viewport = { width: 1280, height: 720 },
      colorScheme = 'light',
      reducedMotion = 'reduce',
    } = given;
    const kind = JSON.stringify({ ...given, viewport: null, colorScheme: null, reducedMotion: null });
    const index = free.findIndex((window) => window.kind === kind);
    const [window = await openNew(served, given, kind)] = index < 0 ? [] : free.splice(index, 1);
    taken.push(window);
    const { page } = window;
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ media: null, colorScheme, reducedMotion });
    return page;
  };
}

function split<T>(all: readonly T[], isFirst: (each: T) => boolean): readonly [T[], T[]] {
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))];
}

async function openNew(served: Served, given: Given, kind: string): Promise<Window> {
  const { once = false, ...options } = given;
  const context = await openWindow(served.browser, options);
  return { ...served, given, once, kind, page: await context.newPage() };
}

/** Leaves nothing of a test, but for what the browser has cached. */
async function clean({ page, url, given }: Window): Promise<void> {
  const context = page.context();
  for (const event of ['request', 'pageerror', 'console']) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const other of context.pages()) if (other !== page) await other.close();
  // a page without scripts, of the same process
  await page.goto(`${url}/icon.svg`);
  await page.evaluate('localStorage.clear(), sessionStorage.clear()');
  await context.clearCookies();
  await context.addCookies(given.storageState?.cookies ?? []);
}
