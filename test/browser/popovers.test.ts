import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useProduct } from './product.ts';

const product = useProduct();

/** A browser without anchor positioning, as far as the page can see. */
async function withoutAnchors(page: Page): Promise<void> {
  await page.addInitScript(`const { supports } = CSS;
    CSS.supports = (...asked) => asked[0] !== 'position-area' && supports.apply(CSS, asked);`);
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch();
    const css = await response.text();
    await route.fulfill({ response, body: css.replaceAll('position-area:', 'x-position-area:') });
  });
}

it('the days to choose from have the room of a phone, however narrow their button is', async () => {
  const { page } = await product.open(`/sites/${product.siteId()}?start=2025-03-01&end=2026-03-01`, {
    viewport: { width: 390, height: 844 },
  });
  await page.locator('.btn[popovertarget=range]').click();
  const range = page.locator('#range');
  expect(await range.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  expect((await range.boundingBox())?.width).toBe(340);
});

describe('a popover in a browser without anchor positioning', () => {
  it.each([
    [1280, 'Last 30 days', 'range'],
    [1280, 'Switch site', 'site-menu'],
    [390, 'Last 30 days', 'range'],
  ])('at %d px, "%s" stands at its button and within the window', async (width, name, id) => {
    const { page, faults } = await product.open('/sign-in', {
      ...{ viewport: { width, height: 900 }, once: true },
    });
    await withoutAnchors(page);
    await page.goto(new URL(`/sites/${product.siteId()}`, page.url()).href);
    await page.getByText('Other pages').waitFor();
    const button = page.getByRole('button', { name }).first();
    await button.click();
    const popover = page.locator(`#${id}`);
    const at = await button.boundingBox();
    const below = at && Math.round(at.y + at.height + 6);
    await expect.poll(async () => Math.round((await popover.boundingBox())?.y ?? 0)).toBe(below);
    const box = await popover.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(12);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width - 12);
    expect(faults).toEqual([]);
  });
});
