import { describe, expect, it } from 'vitest';
import { seriousFindings, useProduct } from './product.ts';
import { refuseFields, sheetsThatSay } from './refuse.ts';

const product = useProduct();

const pages = (search = '') => `/sites/${product.siteId()}/pages${search}`;

describe('the pages of a site', () => {
  it('add up to what REST counts for the same days', async () => {
    const { page } = await product.open(pages('?range=7d'));
    const together = page.getByRole('row', { name: 'Total' });
    await together.waitFor();
    const start = await page.getByLabel('From', { exact: true }).inputValue();
    const end = await page.getByLabel('To', { exact: true }).inputValue();
    const { totals } = await product.readRest(`sites/${product.siteId()}/stats?start=${start}&end=${end}`);
    const cells = await together.getByRole('cell').allTextContents();
    const { bot_visits: visits, referrals, conversions } = totals;
    expect(cells.slice(0, 3).map((text) => text.replace(/^\D+/, ''))).toEqual(
      [visits, referrals, conversions].map((count: number) => count.toLocaleString('en-US')),
    );
  });

  it('go on after 25, and back', async () => {
    const { page } = await product.open(pages());
    const firstRow = page.locator('tbody tr').first();
    await page.getByRole('row', { name: 'Total' }).waitFor();
    const first = await firstRow.textContent();
    await page.getByRole('button', { name: 'Next 25' }).click();
    await page.getByText(/^26 – \d+$/).waitFor();
    expect(await firstRow.textContent()).not.toBe(first);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByText('1 – 25', { exact: true }).waitFor();
    expect(await firstRow.textContent()).toBe(first);
  });

  it('keep their filters in the URL: by a link, a choice and the way back', async () => {
    const { page } = await product.open(pages('?range=7d&bot=GPTBot&order=whatever'));
    await page.waitForURL('**/pages?range=7d&bot=GPTBot');
    await page.getByRole('row', { name: 'Total' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Referrals' }).count()).toBe(0);
    await page.getByLabel('Order by').selectOption('Most errors');
    await page.waitForURL('**/pages?range=7d&order=errors&bot=GPTBot');
    await page.goBack();
    await page.waitForURL('**/pages?range=7d&bot=GPTBot');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.waitForURL('**/pages?range=7d');
    await page.getByRole('columnheader', { name: 'LLM referrals' }).waitFor();
  });

  it('come from a company of the overview, for the same days', async () => {
    const { page } = await product.open(`/sites/${product.siteId()}?range=7d`);
    await page.getByRole('link', { name: 'OpenAI', exact: true }).click();
    await page.waitForURL('**/pages?range=7d&company=OpenAI');
    await page.getByText('the bots of OpenAI read').waitFor();
    expect(await page.getByLabel('Company').inputValue()).toBe('OpenAI');
  });

  it('search for what was typed when a filter is chosen, too', async () => {
    const { page } = await product.open(`/sites/${product.siteId()}/pages`);
    await page.getByLabel('Search in paths').fill('/docs');
    await page.getByLabel('Purpose').selectOption('Training');
    await page.waitForURL('**/pages?search=%2Fdocs&purpose=training');
  });

  it('show hostile paths as text', async () => {
    const { page, faults } = await product.open('/sign-in', { viewport: { width: 390, height: 900 } });
    const paths = ['/<script>alert(1)</script>', '/מוצרים?a=1&b=ג', '/🫖', `/${'p'.repeat(2000)}`];
    const counts = { botVisits: 1, referrals: 0, conversions: 0, failed: 0, bytes: null };
    const nodes = paths.map((pagePath) => ({ ...counts, pagePath }));
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('query Pages(')) {
        const list = { nodes, pageInfo: { hasNextPage: false, endCursor: null } };
        await route.fulfill({ json: { data: { site: { pages: list } } } });
      } else await route.fallback();
    });
    await page.goto(new URL(pages(), page.url()).href);
    await page.getByText('These 4 pages').waitFor();
    const links = page.locator('tbody a');
    expect(await links.allTextContents()).toEqual(paths);
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(hrefs.map((href) => new URL(href, page.url()).searchParams.get('page'))).toEqual(paths);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(faults).toEqual([]);
  });

  it('say that they were refused, with nothing listed in their place', async () => {
    const { page } = await product.open('/sign-in', await product.signInOwner());
    await refuseFields(page, ['pages']);
    await page.goto(product.url() + pages());
    expect(await sheetsThatSay(page, 'Too many requests.')).toEqual(['Pages']);
    expect(await page.locator('tbody tr').count()).toBe(0);
    expect(await page.getByRole('alert').allTextContents()).toEqual(['A part of this page was refused.']);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('stay while what they add up to is refused', async () => {
    const { page } = await product.open('/sign-in', await product.signInOwner());
    await refuseFields(page, ['stats']);
    await page.goto(product.url() + pages());
    await page.getByRole('row', { name: 'These 25 pages' }).waitFor();
    expect(await sheetsThatSay(page, 'Too many requests.')).toEqual(['Pages']);
    expect(await page.getByRole('row', { name: 'Total' }).count()).toBe(0);
  });
});
