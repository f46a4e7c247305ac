import { describe, expect, it } from 'vitest';
import { seriousFindings, useProduct } from './product.ts';
import { refuseFields, sheetsThatSay } from './refuse.ts';

const product = useProduct();

const pages = (search = '') => `/sites/${product.siteId()}/pages${search}`;

/** The text of each link as it is copied. */
const COPIED = `Array.from(document.querySelectorAll('tbody a'), (link) => {
  getSelection().selectAllChildren(link);
  return getSelection().toString();
})`;

/** What of each link is within the boxes around it. */
const SEEN = `Array.from(document.querySelectorAll('tbody a'), (link) => {
  const walker = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
  let seen = '';
  while (walker.nextNode()) {
    const { currentNode: text } = walker;
    const ends = [text.parentElement, link.closest('th')].map((box) => box.getBoundingClientRect().right);
    const range = document.createRange();
    for (let at = 0; at < text.length; at += 1) {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      if (range.getBoundingClientRect().right <= Math.min(...ends) + 1) seen += text.data[at];
    }
  }
  return seen;
})`;

/** The cells of rows whose figures lie over each other. */
const OVERLAPS = `Array.from(document.querySelectorAll('tbody tr, tfoot tr')).flatMap((row) => {
  const boxes = Array.from(row.cells, (cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const mark = cell.querySelector('.mark')?.parentElement;
    if (mark) range.setStartAfter(mark);
    return { text: cell.textContent, box: range.getBoundingClientRect() };
  });
  const isOver = (one, other) =>
    one.right > other.left && other.right > one.left && one.bottom > other.top && other.bottom > one.top;
  return boxes.slice(1).flatMap(({ text, box }, at) =>
    boxes.slice(at + 2).some((other) => isOver(box, other.box)) ? [text] : [],
  );
})`;

it.each([
  ['pages', 'query PagesFrame('],
  ['events', 'query EventsHead('],
])('the %s of a site that is not there say so, whichever answer comes first', async (screen, last) => {
  const { page } = await product.open('/sign-in');
  let answer = (): void => undefined;
  const isFirstShown = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes(last)) await isFirstShown;
    await route.fallback();
  });
  await page.goto(`${product.url()}/sites/x/${screen}`);
  expect(await page.getByRole('alert').textContent()).toContain('There is no such site in your account');
  answer();
  await page.getByRole('button', { name: 'Demo' }).or(page.getByText('events recorded')).first().waitFor();
  expect(await page.getByRole('alert').textContent()).toContain('There is no such site in your account');
});

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

  it('go on after 25, and back, also after a reload; each part begins at its head', async () => {
    const { page } = await product.open(pages());
    const firstRow = page.locator('tbody tr').first();
    await page.getByRole('row', { name: 'Total' }).waitFor();
    const first = await firstRow.textContent();
    await page.getByRole('button', { name: 'Next 25' }).click();
    await page.waitForURL('**/pages?from=26&after=*');
    await page.getByText(/^26 – \d+$/).waitFor();
    const second = await firstRow.textContent();
    expect(second).not.toBe(first);
    const head = page.getByRole('region', { name: 'Pages' });
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Pages');
    expect((await head.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.reload();
    await page.getByText(/^26 – \d+$/).waitFor();
    expect(await firstRow.textContent()).toBe(second);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByText('1 – 25', { exact: true }).waitFor();
    expect(await firstRow.textContent()).toBe(first);
    await page.goBack();
    await page.getByText(/^26 – \d+$/).waitFor();
    expect(await firstRow.textContent()).toBe(second);
    // on a phone, the ways back and on stay beside each other
    await page.setViewportSize({ width: 390, height: 900 });
    const steps = ['Back', 'Next 25'].map((name) => page.getByRole('button', { name, exact: true }));
    const [back, next] = await Promise.all(steps.map((step) => step.boundingBox()));
    expect(next?.y).toBe(back?.y);
  });

  it('begin at the first where the place is of other filters, and with more rows', async () => {
    const { page, faults } = await product.open(pages('?range=7d&from=26&after=MTI'));
    await page.waitForURL('**/pages?range=7d');
    await page.getByText('1 – 25', { exact: true }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByLabel('Rows at once').selectOption('100 rows');
    await page.waitForURL('**/pages?range=7d&rows=100');
    await page.getByRole('button', { name: 'Next 100' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(25);
    expect(faults).toEqual([]);
  });

  it('are searched while one types, in one step of the history', async () => {
    const { page } = await product.open(pages('?range=7d'));
    const field = page.getByLabel('Search in paths');
    await field.pressSequentially('/doc');
    await page.waitForURL('**/pages?range=7d&search=%2Fdoc');
    await field.pressSequentially('s');
    await page.waitForURL('**/pages?range=7d&search=%2Fdocs');
    expect(await page.evaluate('document.activeElement.type')).toBe('search');
    await field.pressSequentially('/');
    await field.press('Enter');
    await page.waitForURL('**/pages?range=7d&search=%2Fdocs%2F');
    await page.goBack();
    await page.waitForURL('**/pages?range=7d');
    await expect.poll(() => field.inputValue()).toBe('');
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

  it('show hostile paths as text, apart from each other, and large figures beside each other', async () => {
    const { page, faults } = await product.open('/sign-in', { viewport: { width: 360, height: 900 } });
    const alike = ['03', '04', '13'].map(
      (item) => `/catalogue/category-of-many/item-${item}/specification.html`,
    );
    const hostile = ['/<script>alert(1)</script>', '/מוצרים?a=1&b=ג', '/🫖', `/${'p'.repeat(2000)}`];
    const paths = [...hostile, ...alike];
    const counts = {
      botVisits: 42_762,
      referrals: 12_345,
      conversions: 1234,
      failed: 14_619,
      bytes: 341.5e12,
    };
    const nodes = paths.map((pagePath) => ({ ...counts, pagePath, sitemap: null }));
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('query Pages(')) {
        const list = { nodes, pageInfo: { hasNextPage: false, endCursor: null } };
        await route.fulfill({ json: { data: { site: { pages: list } } } });
      } else await route.fallback();
    });
    await page.goto(new URL(pages(), page.url()).href);
    await page.getByText('These 7 pages').waitFor();
    const links = page.locator('tbody a');
    expect(await links.allTextContents()).toEqual(paths);
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    expect(hrefs.map((href) => new URL(href, page.url()).searchParams.get('page'))).toEqual(paths);
    expect(await page.evaluate(COPIED)).toEqual(paths);
    expect(new Set((await page.evaluate<string[]>(SEEN)).slice(-3)).size).toBe(3);
    expect(await page.evaluate(OVERLAPS)).toEqual([]);
    await page.keyboard.press('Tab');
    await links.nth(3).focus();
    expect((await page.evaluate<string[]>(SEEN))[3]).toBe(paths[3]);
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
