import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { asksForEnd } from './end-of-overview.ts';
import { expectFitsAndIsAccessible, useProduct } from './product.ts';

const product = useProduct();

const GOALS = Array.from({ length: 300 }, (_, n) => ({ eventName: `goal-${n}`, count: 900 - n, value: 1 }));
const REFUSED = [
  { message: 'x', path: ['site', 'stats'], extensions: { code: 'RATE_LIMITED', retry_after: 1 } },
];

/** The overview of a site with hundreds of goals, with the list of all of them open. */
async function open() {
  const { page, faults } = await product.open('/sign-in');
  const refusals = { next: false };
  await page.route('**/graphql', async (route) => {
    if (asksForEnd(route.request())) return route.fallback();
    const response = await route.fetch();
    const { data } = await response.json();
    const { next } = refusals;
    refusals.next = false;
    const stats = next ? null : { ...data.site.stats, conversionBreakdown: GOALS };
    await route.fulfill({
      json: { data: { ...data, site: { ...data.site, stats } }, ...(next && { errors: REFUSED }) },
    });
  });
  await page.goto(`${product.url()}/sites/${product.siteId()}`);
  const button = page.getByRole('button', { name: 'All 300 goals' });
  await button.click();
  return { page, faults, refusals, button, dialog: page.getByRole('dialog', { name: 'All 300 goals' }) };
}

const namesIn = (dialog: Locator) => dialog.locator('tbody').getByRole('rowheader').allTextContents();

const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent');

describe('all rows of a list, in a dialog', () => {
  it('are accessible at every width, searched, and give the focus back', async () => {
    const { page, dialog, button, faults } = await open();
    await dialog.getByText('300 found, 100 of them not shown').waitFor();
    expect(await dialog.locator('tbody tr').count()).toBe(200);
    await expectFitsAndIsAccessible(page);
    await dialog.getByRole('searchbox').fill('GOAL-299');
    await dialog.getByText('1 found').waitFor();
    expect(await namesIn(dialog)).toEqual(['goal-299']);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await focused(page)).toBe(await button.textContent());
    expect(faults).toEqual([]);
  });

  it('stay, with what was searched for, while a refresh is refused', async () => {
    const { page, dialog, refusals } = await open();
    await dialog.getByRole('searchbox').fill('goal-299');
    await dialog.getByText('1 found').waitFor();
    refusals.next = true;
    await page.evaluate("dispatchEvent(new Event('online'))");
    const refused = page.getByText('Too many requests.');
    await refused.waitFor();
    expect(await namesIn(dialog)).toEqual(['goal-299']);
    await refused.waitFor({ state: 'detached' });
    expect(await dialog.getByRole('searchbox').inputValue()).toBe('goal-299');
  });
});
