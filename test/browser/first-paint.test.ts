import { describe, expect, it } from 'vitest';
import { useProduct } from './product.ts';

const product = useProduct();

const SCRIPT = '**/assets/index-*.js';

/** Where the parts of the frame are, and how much has moved without the reader doing anything. */
const PARTS = `['.brand', '.switcher', '.rail nav', '.rail-foot .who', 'main', 'h1'].map((part) => {
  const { x, y, width } = document.querySelector(part).getBoundingClientRect();
  return [part, x, y, part === 'h1' ? 0 : width].join(' ');
})`;
const WATCH = `globalThis.moved = 0; new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) moved += value;
}).observe({ type: 'layout-shift', buffered: true })`;

describe('before its script is there', () => {
  it.each([
    ['/', 1280],
    ['SITE/events', 390],
  ])('a screen has its frame, at %s and %s px', async (path, width) => {
    const at = path.replace('SITE', `/sites/${product.siteId()}`);
    const { page, faults } = await product.open('/sign-in', { viewport: { width, height: 800 } });
    let load = (): void => undefined;
    const isWanted = new Promise<void>((resolve) => (load = resolve));
    await page.route(SCRIPT, async (route) => {
      await isWanted;
      await route.fallback();
    });
    await page.goto(product.url() + at, { waitUntil: 'commit' });
    await page.locator('.sheet .skel').first().waitFor();
    await page.evaluate(WATCH);
    const before = await page.evaluate<string[]>(PARTS);
    // nothing that does nothing yet can be reached
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
    load();
    await page.locator('#root main').waitFor();
    expect(await page.locator('#frame').count()).toBe(0);
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    expect(await page.evaluate<string[]>(PARTS)).toEqual(before);
    expect(await page.evaluate('moved <= 0.01')).toBe(true);
    expect(faults).toEqual([]);
  });

  it('where somebody signs in or opens a share link is nothing of an owner’s frame', async () => {
    const { page } = await product.open('/docs');
    await page.route(SCRIPT, (route) => route.abort());
    for (const path of ['/sign-in', '/share']) {
      await page.goto(product.url() + path);
      expect(await page.locator('#frame, .rail').count()).toBe(0);
    }
  });
});
