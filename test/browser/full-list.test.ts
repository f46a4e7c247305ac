import { beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings, useProduct } from './product.ts';

const product = useProduct();

const BOTS = 5000;
const HOSTILE = ['<script>alert(1)</script>', '\u202egnp.tob', '🤖 100% bot/1', '..'];

const open = async (width = 1280, colorScheme: 'light' | 'dark' = 'light') => {
  const opened = await product.open(`/sites/${product.siteId()}`, {
    ...{ viewport: { width, height: 900 }, colorScheme },
  });
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
  });

  it.each([[1280, 'light']] as const)(
    'are accessible in their dialog at %d px in the %s theme',
    async (width, theme) => {
      const { page, dialog, faults } = await open(width, theme);
      await dialog.getByText(/of them not shown/).waitFor();
      expect(await dialog.locator('tbody tr').count()).toBe(200);
      expect(await seriousFindings(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );

  it('are searched, all of them, and Esc gives the focus back', async () => {
    const { page, dialog, button } = await open();
    await dialog.getByRole('searchbox').fill('MANY-4999');
    await dialog.getByText('1 found').waitFor();
    expect(await dialog.getByRole('link').allTextContents()).toEqual(['many-4999']);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe(await button.textContent());
    await page.context().close();
  });

  it('have no link if no path can hold their name', async () => {
    const { page, dialog } = await open();
    await dialog.getByRole('searchbox').fill('..');
    await dialog.getByText('1 found').waitFor();
    expect(await dialog.getByRole('link').count()).toBe(0);
    await page.context().close();
  });
});
