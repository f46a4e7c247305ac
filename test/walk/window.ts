import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Finding } from './finding.ts';
import type { Places, Screen } from './screens.ts';

/** What every part of the walk needs. */
export type Walk = {
  readonly url: string;
  readonly browser: Browser;
  /** `name=value` of the owner's session. */
  readonly cookie: string;
  readonly places: Places;
  readonly report: (finding: Finding) => void;
};

/** A window, in which nothing is cached yet. */
export type Window = { readonly context: BrowserContext; readonly page: Page };

/** A screen that is open in a page. */
export type OpenScreen = { readonly walk: Walk; readonly screen: Screen; readonly page: Page };

/** A screen that takes longer is broken, on any machine. */
const SETTLED_WITHIN_MS = 30_000;

const IN_PAGE = join('test', 'walk', 'in-page.mjs');

/** Opens a window in which the owner is signed in, unless the screen is for others. */
export async function openWindow(
  { browser, cookie, url }: Walk,
  { signedIn = true }: Pick<Screen, 'signedIn'> | { readonly signedIn?: boolean } = {},
): Promise<Window> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
  context.setDefaultTimeout(SETTLED_WITHIN_MS);
  await context.addInitScript({ path: IN_PAGE });
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  if (signedIn) await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }]);
  return { context, page: await context.newPage() };
}

/** Reports what a page should never do: errors, warnings, and requests to other hosts. Returns how to stop. */
export function watchFaults(page: Page, walk: Walk, screen: Screen): () => void {
  const report = (what: string) => walk.report({ screen: screen.name, at: 'any', what });
  page.on('request', (request) => {
    if (!request.url().startsWith(walk.url)) report(`requests ${request.url()}`);
  });
  page.on('pageerror', ({ message }) => report(`throws: ${message}`));
  page.on('console', (message) => {
    const isExpected = screen.status === 404 && message.text().includes('404');
    if (!isExpected && ['error', 'warning'].includes(message.type())) report(`logs: ${message.text()}`);
  });
  return () => {
    for (const event of ['request', 'pageerror', 'console']) page.removeAllListeners(event);
  };
}

/** Opens a screen and waits until it shows everything. False if it never does, which is reported. */
export async function openScreen(page: Page, walk: Walk, screen: Screen): Promise<boolean> {
  const problem = await problemOf(page, walk, screen);
  if (problem !== undefined) walk.report({ screen: screen.name, at: 'any', what: problem });
  return problem === undefined;
}

async function problemOf(page: Page, walk: Walk, screen: Screen): Promise<string | undefined> {
  const response = await page.goto(walk.url + screen.path(walk.places));
  const type = response?.headers()['content-type'] ?? 'nothing';
  if (!type.startsWith('text/html')) return `is ${type}, not a page`;
  const { status: expected = 200 } = screen;
  const status = response?.status();
  if (status !== expected) return `has the status ${String(status)}`;
  if (!(await settle(page))) return 'is never finished';
  const title = await page.title();
  return expected === 200 && title.startsWith('No such') ? 'does not exist' : undefined;
}

const IS_FINISHED =
  "document.querySelector('h1') !== null && document.querySelector('[aria-busy=true]') === null && document.fonts.status === 'loaded'";

/** Waits until nothing is loading any more. False if that never happens. */
export async function settle(page: Page): Promise<boolean> {
  const deadlineMs = performance.now() + SETTLED_WITHIN_MS;
  while (performance.now() < deadlineMs) {
    await page.waitForLoadState('networkidle');
    // a page that leads to another one is gone in between
    if (await page.evaluate<boolean>(IS_FINISHED).catch(() => false)) return true;
    await delay(50);
  }
  return false;
}

/** Waits until the page is drawn at a size. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 40))))',
  );
}
