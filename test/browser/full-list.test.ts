import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectFitsAndIsAccessible, useProduct } from './product.ts';

const product = useProduct({ own: true });

const BOTS = 5000;
const HOSTILE = ['<script>alert(1)</script>', '\u202egnp.tob', '🤖 100% bot/1', '..'];

let owner: Awaited<ReturnType<typeof product.signInOwner>>;

/** Refuses the statistics of the next request for want of a budget, for a second. */
async function refuseNext(page: Page): Promise<void> {
  const refusal = { code: 'RATE_LIMITED', retry_after: 1 };
  const errors = [{ message: 'x', path: ['site', 'stats'], extensions: refusal }];
  await page.route(
    '**/graphql',
    async (route) => {
      const response = await route.fetch();
      const { data } = await response.json();
      await route.fulfill({ json: { data: { ...data, site: { ...data.site, stats: null } }, errors } });
    },
    { times: 1 },
  );
}

const open = async () => {
  const opened = await product.open(`/sites/${product.siteId()}`);
  const button = opened.page.getByRole('button', { name: /^All [\d,]+ bots$/ });
  await button.click();
  return { ...opened, button, dialog: opened.page.getByRole('dialog', { name: /bots$/ }) };
};

describe('all bots of a site with thousands', () => {
  beforeAll(async () => {
    const names = [...Array.from({ length: BOTS }, (_, n) => `many-${n}`), ...HOSTILE];
    const events = names.map((name) => ({
      type: 'bot',
      bot_name: name,
      bot_company: 'Many',
      page_path: '/',
    }));
    for (let at = 0; at < events.length; at += 1000) await product.record(...events.slice(at, at + 1000));
    owner = await product.signInOwner();
  });

  it('are accessible in their dialog at every width and in both themes', async () => {
    const { page, dialog, faults } = await open();
    await dialog.getByText(/of them not shown/).waitFor();
    expect(await dialog.locator('tbody tr').count()).toBe(200);
    await expectFitsAndIsAccessible(page);
    expect(faults).toEqual([]);
  });

  it('are searched, all of them, and Esc gives the focus back', async () => {
    const { page, dialog, button } = await open();
    await dialog.getByRole('searchbox').fill('MANY-4999');
    await dialog.getByText('1 found').waitFor();
    expect(await dialog.getByRole('link').allTextContents()).toEqual(['many-4999']);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe(await button.textContent());
  });

  it('have no link if no path can hold their name', async () => {
    const { dialog } = await open();
    await dialog.getByRole('searchbox').fill('..');
    await dialog.getByText('1 found').waitFor();
    expect(await dialog.getByRole('link').count()).toBe(0);
  });
  it('that are refused count down in their sheet, and are there when it is over', async () => {
    const { page } = await product.open('/sign-in', owner);
    await refuseNext(page);
    await page.goto(`${product.url()}/sites/${product.siteId()}`);
    const sheet = page.getByRole('region', { name: 'Bots' });
    await sheet.getByText('Too many requests.').waitFor();
    expect(await sheet.locator('.ring text').textContent()).toMatch(/^[01]$/);
    await sheet.getByRole('button', { name: /^All [\d,]+ bots$/ }).click();
    await page
      .getByRole('dialog', { name: /bots$/ })
      .getByText(/of them not shown/)
      .waitFor();
    expect(await page.getByText('Too many requests.').count()).toBe(0);
  });

  it('stay in an open dialog, with what was searched for, while a refresh is refused', async () => {
    const { page } = await product.open('/sign-in', owner);
    await page.goto(`${product.url()}/sites/${product.siteId()}`);
    await page.getByRole('button', { name: /^All [\d,]+ bots$/ }).click();
    const dialog = page.getByRole('dialog', { name: /bots$/ });
    await dialog.getByRole('searchbox').fill('many-4999');
    await dialog.getByText('1 found').waitFor();
    await refuseNext(page);
    await page.evaluate("dispatchEvent(new Event('online'))");
    const refused = page.getByText('Too many requests.');
    await refused.waitFor();
    expect(await dialog.getByRole('link').allTextContents()).toEqual(['many-4999']);
    await refused.waitFor({ state: 'detached' });
    expect(await dialog.getByRole('searchbox').inputValue()).toBe('many-4999');
    expect(await dialog.getByRole('link').allTextContents()).toEqual(['many-4999']);
  });
});
