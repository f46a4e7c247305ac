import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { asksForEnd } from './end-of-overview.ts';
import { seriousFindings, useProduct } from './product.ts';

const product = useProduct();
let owner: Awaited<ReturnType<typeof product.signInOwner>>;

beforeAll(async () => {
  owner = await product.signInOwner();
});

type Point = { botVisits: number; referrals: number; conversions: number };

/** A year whose every hour has events. The figures are made up here, and the rest is what the server returns. */
async function openYear() {
  const { page, faults } = await product.open('/sign-in', owner);
  await page.route('**/graphql', async (route) => {
    if (asksForEnd(route.request())) return route.fallback();
    const response = await route.fetch();
    const json = (await response.json()) as { data: { site: { timeseries: { data: Point[] } } } };
    json.data.site.timeseries.data.forEach((point, hour) =>
      Object.assign(point, { botVisits: hour, referrals: hour % 97, conversions: 1 + (hour % 7) }),
    );
    await route.fulfill({ response, json });
  });
  await page.goto(`${product.url()}/sites/${product.siteId()}?start=2025-01-01&end=2025-12-31&by=hour`);
  await page.locator('.bars rect').first().waitFor();
  return { page, faults };
}

/** Texts of the axis, and by how many pixels each begins after the one before ends. */
const spaces = (page: Page) =>
  page.evaluate<
    { text: string; space: number }[]
  >(`Array.from(document.querySelectorAll('.axis g:not(.chip-date) text')).map((text, at, all) => ({
    text: text.textContent,
    space: at === 0 ? 8 : text.getBoundingClientRect().left - all[at - 1].getBoundingClientRect().right,
  }))`);

/** Whether the axis is drawn as wide as it is. */
const IS_DRAWN = `document.querySelector('.axis svg').viewBox.baseVal.width === document.querySelector('.axis').clientWidth`;

const press = async (page: Page, key: string) => {
  const axis = page.getByRole('slider');
  await axis.focus();
  await page.keyboard.press(key);
  return axis.getAttribute('aria-valuetext');
};

describe('a year of hours', () => {
  it('is drawn with no more bars than there are pixels, its marks do not touch, and each hour can be read out', async () => {
    const { page, faults } = await openYear();
    const pixels = (await page.locator('.plot').last().boundingBox())?.width ?? 0;
    const bars = await page.locator('.bars rect').count();
    expect(bars).toBeGreaterThan(pixels / 2);
    expect(bars).toBeLessThanOrEqual(pixels);
    expect(await press(page, 'Home')).toMatch(
      /Jan 1.*00:00.*: 0 Bot visits, 0 LLM referrals, 1 Conversions$/,
    );
    expect(await press(page, 'ArrowRight')).toMatch(/01:00.*: 1 Bot visits, 1 LLM referrals, 2 Conversions$/);
    expect(await press(page, 'End')).toMatch(
      /Dec 31.*23:00.*: 8,759 Bot visits, 29 LLM referrals, 3 Conversions$/,
    );
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 720 });
      await page.waitForFunction(IS_DRAWN);
      const marks = await spaces(page);
      expect(marks.filter(({ space }) => space < 8)).toEqual([]);
      const [first, second] = marks.map(({ text }) => text);
      expect([first, second]).toEqual(['Jan 1, 2025', expect.stringMatching(/^\w{3} \d{1,2}$/)]);
    }
    expect(faults).toEqual([]);
  });

  it('has a table of the newest thousand, which says how many it leaves out', async () => {
    const { page } = await openYear();
    await page.getByRole('button', { name: 'Show as table' }).click();
    const table = page.getByRole('region', { name: 'Over time, as table' });
    await table.getByText('7,760 earlier hours are not shown.').waitFor();
    expect(await table.locator('tbody tr').count()).toBe(1000);
    expect(await table.locator('tbody tr').first().locator('td').first().textContent()).toMatch(/^8,759/);
    expect(await seriousFindings(page)).toEqual([]);
  });
});
