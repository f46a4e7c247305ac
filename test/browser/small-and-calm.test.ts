import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { seriousFindings, useProduct } from './product.ts';
import type { Given } from './windows.ts';

const product = useProduct();

const SCREENS: readonly (readonly [string, Given])[] = [
  ['at 360 px', { viewport: { width: 360, height: 640 } }],
  // what a window of 1280 by 900 pixels has left
  ['at 200 % zoom', { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }],
];

const IS_INSIDE = `(({ left, right, bottom }) => left >= 0 && right <= innerWidth && bottom <= innerHeight)(
  document.getElementById('range').getBoundingClientRect())`;

describe('the days shown', () => {
  it.each(SCREENS)('%s are typed, chosen and all within reach', async (_, options) => {
    const { page, faults } = await product.open(`/sites/${product.siteId()}`, options);
    await page.getByText('Other pages').waitFor();
    const button = page.getByRole('button', { name: /^Last 30 days/ }).first();
    await button.click();
    const picker = page.getByRole('dialog', { name: 'Days shown' });
    await picker.waitFor();
    expect(await page.evaluate(IS_INSIDE)).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await picker.getByLabel('From').fill('2026-01-05');
    await picker.getByLabel('To').fill('2026-01-11');
    await picker.getByText('7 days, both included.').waitFor();
    await picker.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL('**?start=2026-01-05&end=2026-01-11');
    await picker.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /Jan 5/ }).first().click();
    await picker.getByRole('button', { name: /^This year/ }).click();
    await page.waitForURL('**?range=year');
    expect(faults).toEqual([]);
  });
});

const running = (page: Page) =>
  page.evaluate<number>("document.getAnimations().filter(({ playState }) => playState === 'running').length");

describe('with reduced motion', () => {
  it.each(['', '/events', '/pages', '/bots/GPTBot'])(
    'nothing moves at %s, loading or loaded',
    async (path) => {
      const { page } = await product.open('/sign-in', { reducedMotion: 'no-preference' });
      let answer = (): void => undefined;
      const asked = new Promise<void>((resolve) => (answer = resolve));
      await page.route('**/graphql', async (route) => {
        await asked;
        await route.fallback();
      });
      await page.goto(`${product.url()}/sites/${product.siteId()}${path}`);
      // what loads shimmers unless the reader wants less motion
      await expect.poll(() => running(page)).toBeGreaterThan(0);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(await running(page)).toBe(0);
      answer();
      await page.locator('[aria-busy=false]').first().waitFor();
      expect(await running(page)).toBe(0);
    },
  );
});
