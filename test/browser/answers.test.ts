import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { asksForEnd } from './end-of-overview.ts';
import { useProduct } from './product.ts';

const product = useProduct();

const OTHER = { id: 'other', name: 'Other', domain: 'other.example' };

/** Opens a path in a page whose clock the test moves, and counts what it asks for. */
async function openWithClock(path: string) {
  const { page } = await product.open('/icon.svg', { ...(await product.signInOwner()), once: true });
  await page.clock.install();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/graphql') || asksForEnd(request)) return;
    asked.push(/\bquery (\w+)/.exec((request.postDataJSON() as { query: string }).query)?.[1] ?? '');
  });
  await page.goto(product.url() + path);
  return { page, asked };
}

/** From now on, the server does not answer what the page asks for first until the test says how. */
async function holdAnswers(page: Page): Promise<Route[]> {
  const held: Route[] = [];
  await page.route('**/graphql', async (route) => {
    if (asksForEnd(route.request())) await route.fallback();
    else held.push(route);
  });
  return held;
}

/** The owner has one more site, which the server does not know. */
const addSite = (page: Page) =>
  page.route('**/graphql', async (route) => {
    if (asksForEnd(route.request())) return route.fallback();
    const { data } = await (await route.fetch()).json();
    await route.fulfill({ json: { data: { ...data, sites: [...data.sites, OTHER] } } });
  });

type Shown = Record<'title' | 'sub' | 'busy' | 'legend', string> & { readonly figures: number };

const shown = (page: Page) =>
  page.evaluate<Shown>(`({
    title: document.querySelector('h1').textContent,
    sub: document.querySelector('.sub').textContent,
    busy: document.querySelector('main').getAttribute('aria-busy'),
    legend: document.querySelector('.legend span').textContent,
    figures: document.querySelectorAll('.kpi .big:not(.skel)').length,
  })`);

describe('what was read before', () => {
  it('stays for other days with its own dates, and is gone at once for another site', async () => {
    const { page } = await openWithClock('/icon.svg');
    await addSite(page);
    await page.goto(`${product.url()}/sites/${product.siteId()}?range=last-month`);
    await page.getByText('Other pages').waitFor();
    const before = await shown(page);
    expect(before).toMatchObject({ busy: 'false', figures: 3 });

    const held = await holdAnswers(page);
    await page.keyboard.press('w');
    await expect.poll(() => held.length).toBe(1);
    const sub = `Reading. Still showing ${before.legend}`;
    expect(await shown(page)).toEqual({ ...before, busy: 'true', sub });
    await held.pop()?.abort();
    await page.getByText('The server does not respond.').waitFor();
    const words = expect.stringMatching(`^Showing ${before.legend}, read at [\\d:]{8} UTC$`);
    expect(await shown(page)).toEqual({ ...before, sub: words });

    // it asks again after 5 seconds, and then after 10
    for (const ms of [5000, 10_000]) {
      await page.clock.fastForward(ms - 1000);
      expect(held).toEqual([]);
      await page.clock.fastForward(1000);
      await expect.poll(() => held.length).toBe(1);
      await held.pop()?.abort();
      await page.getByText('The server does not respond.').waitFor();
    }

    await page.getByRole('button', { name: 'Switch site' }).click();
    await page.getByRole('link', { name: OTHER.domain }).click();
    await expect.poll(() => held.length).toBe(1);
    const of = { title: OTHER.domain, sub: 'Reading', busy: 'false', figures: 0 };
    expect(await shown(page)).toEqual({ ...of, legend: expect.not.stringContaining(before.legend) });
    expect(await page.locator('.switcher').textContent()).toContain(OTHER.domain);
  });

  it('is not asked for again within a minute, and then once', async () => {
    const { page, asked } = await openWithClock('/');
    await page.getByRole('link', { name: 'Demo' }).click();
    await page.getByText('Other pages').waitFor();
    // the clock goes on meanwhile: on a busy machine these steps, too, take seconds of the minute
    await page.clock.fastForward(15_000);
    await page.getByRole('link', { name: 'All sites' }).first().click();
    await page.getByRole('link', { name: 'Demo' }).waitFor();
    await page.clock.fastForward(15_000);
    const first = ['AllSites', 'SiteTotals', 'Overview'];
    expect(asked).toEqual(first);
    await page.clock.fastForward(35_000);
    await expect.poll(() => asked.slice(first.length).sort()).toEqual(['AllSites', 'SiteTotals']);
  });
});
