import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { asksForEnd } from './end-of-overview.ts';
import { seriousFindings, useProduct } from './product.ts';
import { manySites, withSites } from './with-sites.ts';

const product = useProduct();

const PHONE = { viewport: { width: 360, height: 640 } };

/** Whether the element that has the focus is wholly seen: in the window, and not under the bar of a phone. */
const IS_FOCUS_SEEN = `(() => {
  const { top, bottom, height } = document.activeElement.getBoundingClientRect();
  const bar = document.querySelector('.rail nav');
  const isAbove = document.activeElement.closest('nav, [popover]');
  const isFixed = getComputedStyle(bar).position === 'fixed';
  const end = isFixed && !isAbove ? bar.getBoundingClientRect().top : innerHeight;
  return height > end || (top >= 0 && bottom <= end);
})()`;

/** What the focus is on and not wholly seen, when Tab is pressed so often. */
async function hiddenByTabs(page: Page, tabs: number): Promise<readonly unknown[]> {
  const hidden = [];
  for (let tab = 0; tab < tabs; tab++) {
    await page.keyboard.press('Tab');
    if (!(await page.evaluate(IS_FOCUS_SEEN)))
      hidden.push(await page.evaluate('document.activeElement.outerHTML'));
  }
  return hidden;
}

describe('the menu of sites', () => {
  it('fits the window with 60 of them, and every one can be reached and found by the keyboard', async () => {
    const { page } = await product.open('/sign-in', { viewport: { width: 1280, height: 900 } });
    await withSites(page, manySites(59));
    await page.goto(
      `${product.url()}/sites/${product.siteId()}/events?range=7d&type=bot&bot=GPTBot&page=%2Fx`,
    );
    const button = page.getByRole('button', { name: /Switch site/ });
    await button.getByText('Demo').waitFor();
    await button.click();
    const search = page.getByRole('searchbox', { name: 'Find a site' });
    await expect.poll(() => search.evaluate((field) => field.matches(':focus'))).toBe(true);
    const menu = page.locator('#site-menu');
    const box = await menu.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 900)).toBeLessThanOrEqual(900 - 12);
    expect(await seriousFindings(page)).toEqual([]);
    expect(await hiddenByTabs(page, 60)).toEqual([]);
    expect(await page.evaluate('document.activeElement.href')).toBe(
      `${product.url()}/sites/site_58/events?range=7d&type=bot`,
    );
    await search.fill('SHOP-42.ag');
    expect(await menu.getByRole('status').textContent()).toBe('1 of 60 sites');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    expect(await button.evaluate((each) => each.matches(':focus'))).toBe(true);
    await page.keyboard.press('Enter');
    await search.fill('shop 42');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/sites/site_42/events?range=7d&type=bot');
    await menu.waitFor({ state: 'hidden' });
  });

  it('keeps the search in view in a low window, while all else scrolls', async () => {
    const { page } = await product.open('/sign-in', { viewport: { width: 740, height: 360 } });
    await withSites(page, manySites(59));
    await page.goto(`${product.url()}/sites/${product.siteId()}`);
    const button = page.getByRole('button', { name: /Switch site/ });
    await page.locator('[data-short="D"], [data-short="De"]').waitFor();
    await button.click();
    const menu = page.locator('#site-menu');
    const search = page.getByRole('searchbox', { name: 'Find a site' });
    const isInView = async (element: typeof search) => {
      const [box, around] = [await element.boundingBox(), await menu.boundingBox()];
      return (box?.y ?? -1) >= (around?.y ?? 0);
    };
    await page.keyboard.press('Shift+Tab');
    await menu.getByRole('link', { name: 'All sites' }).focus();
    expect(await isInView(search)).toBe(true);
    // what has the focus is not behind it
    const link = menu.getByRole('link', { name: /^Shop 30 / });
    await link.focus();
    const [found, at] = [await search.boundingBox(), await link.boundingBox()];
    expect(at?.y).toBeGreaterThanOrEqual((found?.y ?? 0) + (found?.height ?? 0));
  });

  it('and the head of a phone cut long names', async () => {
    const { page } = await product.open('/sign-in', PHONE);
    const long = { name: 'shop-43.customers.agency-1.example.net'.repeat(5), domain: 'd'.repeat(250) };
    await withSites(page, [], long);
    await page.goto(`${product.url()}/sites/${product.siteId()}/share-links`);
    await page.getByRole('button', { name: long.name }).click();
    await page.getByRole('link', { name: 'Docs' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    const theme = await page.getByRole('button', { name: 'Switch between light and dark' }).boundingBox();
    expect((theme?.x ?? 0) + (theme?.width ?? 360)).toBeLessThanOrEqual(360);
    const shown = page.locator('#site-menu').getByText(long.name, { exact: true });
    expect(await shown.evaluate((each) => each.closest('[title]')?.getAttribute('title'))).toBe(
      `${long.name}\n${long.domain}`,
    );
    expect(await page.locator('#site-menu').evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  });
});

describe('the rail', () => {
  it('keeps the days on the way from screen to screen, and says who is signed in', async () => {
    const { page } = await product.open(`/sites/${product.siteId()}?range=7d&by=hour&compare=year`);
    const rail = page.getByRole('navigation', { name: 'Main' });
    const hrefs = () =>
      rail.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const site = `/sites/${product.siteId()}`;
    expect(await hrefs()).toEqual([
      ...['/?range=7d&compare=year', `${site}?range=7d&by=hour&compare=year`],
      ...[`${site}/bots?range=7d&compare=year`, `${site}/events?range=7d`, `${site}/pages?range=7d`],
      ...[`${site}/alerts?range=7d`, '/settings/sites', '/docs'],
    ]);
    expect(await page.locator('.rail .owner').textContent()).toBe('Signed in asdemo@example.com');
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.waitForURL('**/pages?range=7d');
  });
});

describe('on a phone', () => {
  it('no focus is hidden under the bar, and what is shown as an icon has its word in its name', async () => {
    const { page } = await product.open(`/sites/${product.siteId()}`, PHONE);
    await page.getByText('Other pages').first().waitFor();
    const nameOf = async (selector: string) =>
      /^- \w+ "(.*)"/.exec(await page.locator(selector).ariaSnapshot())?.[1];
    expect(await nameOf('.btn[popovertarget=compare]')).toBe('Before (choose what to compare with)');
    expect(await nameOf('.head .share')).toBe('Share');
    const [title, share] = await Promise.all([
      page.locator('h1').boundingBox(),
      page.locator('.head .share').boundingBox(),
    ]);
    expect(share?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0));
    expect(
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link')
        .evaluateAll((links) => links.map(({ textContent }) => textContent)),
    ).toEqual(['Overview', 'Events', 'Pages', 'Alerts', 'Settings']);
    await page.locator('main').focus();
    expect(await hiddenByTabs(page, 60)).toEqual([]);
    await page.goto(`${product.url()}/sites/${product.siteId()}/events`);
    await page.locator('.btn[popovertarget=export]').waitFor();
    expect(await nameOf('.btn[popovertarget=export]')).toBe('Export these events');
  });
});

describe('the days shown', () => {
  it.each([
    [740, 360],
    [320, 225],
  ])('can be typed in a window of %d by %d px', async (width, height) => {
    const { page } = await product.open(`/sites/${product.siteId()}`, { viewport: { width, height } });
    await page.locator('.btn[popovertarget=range]').click();
    const box = await page.locator('#range').boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(12);
    expect((box?.y ?? 0) + (box?.height ?? height)).toBeLessThanOrEqual(height - 12);
    for (const label of ['From', 'To']) {
      await page.getByLabel(label, { exact: true }).focus();
      expect(await page.evaluate(IS_FOCUS_SEEN)).toBe(true);
    }
  });

  it('are all since the first event, whose day a page opened from its link reads first', async () => {
    const { page } = await product.open('/sign-in');
    await withSites(page, [], { firstEventAt: '2024-03-03T10:00:00.000Z' });
    const documents: string[] = [];
    page.on('request', (request) => {
      if (!request.url().endsWith('/graphql') || asksForEnd(request)) return;
      const { query, variables } = request.postDataJSON();
      documents.push(`${/\w+ (\w+)/.exec(query)?.[1]} from ${variables.start}`);
    });
    await page.goto(`${product.url()}/sites/${product.siteId()}?range=all`);
    await page.getByText('Other pages').first().waitFor();
    expect(documents).toEqual(['Around from undefined', 'Overview from 2024-03-03']);
    documents.length = 0;
    await page.goto(`${product.url()}/alerts?range=all`);
    await expect.poll(() => documents).toEqual(['Around from undefined', 'AllAlerts from 2024-03-03']);
    await page.goBack();
    await page.getByRole('button', { name: /^All time Mar 3, 2024 – / }).click();
    await page.locator('#range').getByText('First event: Mar 3, 2024.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Hour', exact: true }).press('Enter');
    await page.getByText('Up to 416 days can be shown by hour. Choose fewer.').waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${product.url()}/sites/${product.siteId()}?range=all&by=hour`);
    const note = page.getByText(/^The chart has room for 10,000 hours, and these are \d\d,\d{3}\.$/).first();
    await note.waitFor();
    expect(await page.getByRole('main').textContent()).not.toContain('REST');
    expect(await page.getByRole('button', { name: 'Ask again' }).count()).toBe(0);
    await page.goto(`${product.url()}/sites/${product.siteId()}/events?range=7d`);
    await page.getByText('First event: Mar 3, 2024.').waitFor({ state: 'attached' });
    await page.keyboard.press('a');
    await page.waitForURL('**/events?range=all');
  });
});
