import { describe, expect, it } from 'vitest';
import { useProduct } from './product.ts';

const product = useProduct();

describe('the overview', () => {
  it('is ink on white on paper, without what can be pressed', async () => {
    const { page } = await product.open(`/sites/${product.siteId()}`, { colorScheme: 'dark' });
    await page.getByText('Other pages').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('button').allTextContents()).toEqual([
      expect.stringContaining('Last 30 days'),
      'LLM referrals',
    ]);
    expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe(
      'rgb(255, 255, 255)',
    );
  });

  it('stands in the middle of a very wide window', async () => {
    const { page } = await product.open(`/sites/${product.siteId()}`, {
      viewport: { width: 2560, height: 900 },
    });
    await page.getByText('Other pages').waitFor();
    const [rail, main] = await Promise.all([
      page.getByRole('banner').boundingBox(),
      page.getByRole('main').boundingBox(),
    ]);
    expect(main?.width).toBe(1760);
    expect(rail?.x).toBe(2560 - (main?.x ?? 0) - 1760);
  });
});

it('the events are printed as far as they were read, without blank sheets, and say how many', async () => {
  const { page } = await product.open(`/sites/${product.siteId()}/events?range=last-month`);
  await page.getByText(/^200 of [\d,]+ read$/).waitFor();
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await page.getByText(/^400 of [\d,]+ read$/).waitFor();
  await page.emulateMedia({ media: 'print' });
  const rows = page.locator('section.events tbody tr');
  await expect.poll(() => rows.filter({ has: page.locator('.p') }).count()).toBe(400);
  expect(await page.locator('section.events .foot').innerText()).toMatch(/^400 of [\d,]+ printed$/);
  // nothing is as high as several rows
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(100);
});
