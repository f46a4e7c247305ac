import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectFitsAndIsAccessible, useProduct } from './product.ts';

const product = useProduct({ own: true });

const BOTS = 5000;
const HOSTILE = ['<script>alert(1)</script>', '\u202egnp.tob', '🤖 100% bot/1', '..', '\n', 'b'.repeat(200)];

let owner: Awaited<ReturnType<typeof product.signInOwner>>;

const bots = (search = '') => `/sites/${product.siteId()}/bots${search}`;

const linksIn = (page: Page) => page.locator('tbody a').allTextContents();

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

/** The figures of a row, without what they are. */
const figuresOf = async (page: Page, name: string | RegExp) => {
  const cells = await page.getByRole('row', { name }).getByRole('cell').allInnerTexts();
  return cells.map((text) => text.trim()).filter((text) => text !== '');
};

describe('the bots of a site with thousands', () => {
  beforeAll(async () => {
    const names = [...HOSTILE, ...Array.from({ length: BOTS }, (_, n) => `many-${n}`)];
    const events = names.map((name) => ({
      type: 'bot',
      bot_name: name,
      bot_company: 'Many',
      page_path: '/',
    }));
    for (let at = 0; at < events.length; at += 1000) await product.record(...events.slice(at, at + 1000));
    owner = await product.signInOwner();
  });

  it('are a page behind the sheet of the overview, for the same days, which adds up to what REST counts', async () => {
    const { page, faults } = await product.open(`/sites/${product.siteId()}?range=7d&compare=none`);
    await page.getByRole('link', { name: /^All 5,\d+ bots$/ }).click();
    await page.waitForURL('**/bots?range=7d&compare=none');
    // the overview, which stays until the page is there, has totals too
    await page.getByRole('row', { name: /^These 25 bots/ }).waitFor();
    const start = await page.getByLabel('From', { exact: true }).inputValue();
    const end = await page.getByLabel('To', { exact: true }).inputValue();
    const { bot_breakdown: counted } = await product.readRest(
      `sites/${product.siteId()}/stats?start=${start}&end=${end}`,
    );
    const countOf = (some: readonly { count: number }[]) =>
      some.reduce((sum, { count }) => sum + count, 0).toLocaleString('en-US');
    const all = [/^These 25 bots/, /^[\d,]+ other bots/, 'Total'].map((name) => figuresOf(page, name));
    expect((await Promise.all(all)).map(([visits]) => visits)).toEqual([
      ...[countOf(counted.slice(0, 25)), countOf(counted.slice(25)), countOf(counted)],
    ]);
    expect(await page.getByRole('columnheader', { name: 'Change' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('go on after each part, which begins at its top and is in the address', async () => {
    const { page } = await product.open(bots('?rows=100&search=many-&sort=bot'));
    await page.getByRole('button', { name: 'Next 100' }).click();
    await page.waitForURL('**/bots?search=many-&sort=bot&rows=100&from=101');
    await page.getByText('101 – 200 of 5,000').waitFor();
    const shown = await linksIn(page);
    expect([shown.length, shown[0], shown.at(-1)]).toEqual([100, 'many-100', 'many-199']);
    const top = await page
      .getByRole('region', { name: 'Bots' })
      .evaluate((it) => it.getBoundingClientRect().top);
    expect(top).toBeGreaterThanOrEqual(0);
    await page.reload();
    await page.getByText('101 – 200 of 5,000').waitFor();
    expect(await linksIn(page)).toEqual(shown);
    await page.goto(product.url() + bots('?search=many-&from=99999'));
    await page.getByText('4,976 – 5,000 of 5,000').waitFor();
  });

  it('are sorted by the head of a column, and the other way when it is pressed again', async () => {
    const { page } = await product.open(bots('?range=7d'));
    const head = page.getByRole('columnheader', { name: 'Errors' });
    const sortedBy = () =>
      page
        .locator('[aria-sort]')
        .evaluateAll((all) => all.map((it) => [it.textContent, it.getAttribute('aria-sort')]));
    await page.getByRole('row', { name: 'Total' }).waitFor();
    expect(await sortedBy()).toEqual([['Visits', 'descending']]);
    await head.getByRole('button').click();
    await page.waitForURL('**/bots?range=7d&sort=errors');
    expect(await sortedBy()).toEqual([['Errors', 'descending']]);
    await head.getByRole('button').click();
    await page.waitForURL('**/bots?range=7d&sort=-errors');
    expect(await sortedBy()).toEqual([['Errors', 'ascending']]);
  });

  it('are found while one types, in one step of the history, and by company and purpose', async () => {
    const { page } = await product.open(bots('?purpose=training'));
    await page.getByRole('row', { name: 'Total' }).waitFor();
    await page.getByRole('searchbox').pressSequentially('OPENAI');
    await page.waitForURL('**/bots?search=OPENAI&purpose=training');
    await page.getByText('1 found').waitFor();
    expect(await linksIn(page)).toEqual(['GPTBot']);
    await page.goBack();
    await page.waitForURL('**/bots?purpose=training');
    await page.getByRole('search').getByRole('combobox').first().selectOption('Many');
    await page.getByText('No such bot on these days').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('1 – 25 of').waitFor();
  });

  it('fit in at every width, whatever their names, and are accessible', async () => {
    const { page, faults } = await product.open(bots('?company=Many&sort=bot'));
    await page.getByText('1 – 25 of').waitFor();
    await expectFitsAndIsAccessible(page, [320, 390, 640, 860, 1280, 2560]);
    expect(faults).toEqual([]);
  });

  it('have no link if no path can hold their name', async () => {
    const { page } = await product.open(bots('?search=..'));
    await page.getByText('1 found').waitFor();
    expect(await linksIn(page)).toEqual([]);
  });

  it('that are refused count down in their sheet, and are there when it is over', async () => {
    const { page } = await product.open('/sign-in', owner);
    await refuseNext(page);
    await page.goto(product.url() + bots());
    const sheet = page.getByRole('region', { name: 'Bots' });
    await sheet.getByText('Too many requests.').waitFor();
    expect(await sheet.locator('.ring text').textContent()).toMatch(/^[01]$/);
    await sheet.getByText('1 – 25 of').waitFor();
    expect(await page.getByText('Too many requests.').count()).toBe(0);
  });

  it('stay while a refresh is refused', async () => {
    const { page } = await product.open('/sign-in', owner);
    await page.goto(product.url() + bots('?search=many-4999'));
    await page.getByText('1 found').waitFor();
    await refuseNext(page);
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.getByText('Too many requests.').waitFor();
    expect(await linksIn(page)).toEqual(['many-4999']);
  });
});
