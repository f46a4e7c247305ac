import { describe, expect, it } from 'vitest';
import { expectFitsAndIsAccessible, useProduct } from './product.ts';
import { sheetsThatSay } from './refuse.ts';
import {
  type RobotsAnswers,
  answerRobots,
  bot,
  listOf,
  obedienceOf,
  reachOf,
  section,
  version,
} from './robots-answers.ts';

const product = useProduct();

/** As the server lists them, the 50 largest and what all others have together. */
const SECTIONS = [
  section('(others)', 500, 0, 20),
  ...Array.from({ length: 49 }, (_, at) => section(`/small-${at}/`, 1, 0, 0)).slice(10),
  ...Array.from({ length: 10 }, (_, at) => section(`/part-${at}/`, 20 - at, 2, 3)),
  section('/', 1, 0, 0),
];
const COMPANIES = [
  { name: 'Acme', read: 601, stale: 0, medianDaysToRead: null },
  { name: 'OpenAI', read: 600, stale: 20, medianDaysToRead: 1.5 },
];
const MORE = {
  ...{ companies: COMPANIES, bots: [{ ...COMPANIES[1], name: 'GPTBot' }] },
  ...{ list: listOf(['/part-1/a', '/<script>'], 'next'), unlisted: [{ pagePath: '/old', visits: 7 }] },
};
const USUAL = { reach: reachOf(SECTIONS, MORE) };

async function open(answers: () => RobotsAnswers = () => USUAL, path = '/pages/reach') {
  const { page, faults } = await product.open('/sign-in');
  const asked = await answerRobots(page, answers);
  await page.goto(`${product.url()}/sites/${product.siteId()}${path}`);
  return { page, faults, asked };
}

describe('the reach', () => {
  it('adds up: nine sections, then the others, and fits at every width', async () => {
    const { page, faults } = await open();
    await page.getByText('/part-1/a').waitFor();
    expect(await page.locator('.of-reach dd b').allTextContents()).toEqual([
      '765',
      '715',
      '20',
      '50',
      '2.5 d',
    ]);
    const rows = await page
      .locator('.reach-t tr')
      .evaluateAll((all) => all.map((row) => Array.from(row.children, (cell) => cell.textContent.trim())));
    expect(rows.map(([name]) => name)).toEqual([
      ...['Section', ...Array.from({ length: 9 }, (_, at) => `/part-${at}/`)],
      ...['41 more and the others', 'Total'],
    ]);
    expect(rows.slice(-2)).toEqual([
      ['41 more and the others', '', '576', '553', '2', '23'],
      ['Total', '', '765', '715', '20', '50'],
    ]);
    expect(await page.getByRole('region', { name: 'Read by' }).locator('tbody tr').allInnerTexts()).toEqual([
      expect.stringMatching(/^OpenAI\s+620\s+81.0%/),
      expect.stringMatching(/^Acme\s+601\s/),
    ]);
    await expectFitsAndIsAccessible(page, [390, 768, 1280]);
    const name = page.getByRole('rowheader', { name: '41 more and the others' });
    expect(await name.evaluate((it) => getComputedStyle(it).overflowX)).toBe('visible');
    expect(faults).toEqual([]);
  });

  it('lists the 50 largest sections, and what the others have together as no section', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'The 50 largest sections and the others' }).click();
    const dialog = page.getByRole('dialog', { name: 'The 50 largest sections and the others' });
    await dialog.getByText('50 found of the 50 largest', { exact: true }).waitFor();
    expect(await dialog.locator('tbody tr').count()).toBe(51);
    await dialog.getByRole('row', { name: 'The others 520 500 0 20' }).waitFor();
    await expectFitsAndIsAccessible(page);
    await dialog.getByRole('searchbox').fill('o');
    await dialog.getByText('0 found of the 50 largest', { exact: true }).waitFor();
    await dialog.getByRole('searchbox').fill('part-1');
    await dialog.getByText('1 found of the 50 largest', { exact: true }).waitFor();
    expect(await dialog.locator('tbody tr').count()).toBe(1);
  });

  it('is that of the bots chosen; its pages are searched, and come 25 at a time', async () => {
    const { page, asked } = await open();
    await page.getByText('/part-1/a').waitFor();
    const lastOf = (name: string) =>
      asked.findLast(({ query }) => query.includes(`query ${name}(`))?.variables;
    await page.getByRole('combobox', { name: 'Bot' }).selectOption('GPTBot');
    await page.waitForURL('**/pages/reach?bot=GPTBot');
    await page.getByLabel('Purpose').selectOption('Training');
    await page.getByLabel('Search in paths').fill('part');
    await page.getByLabel('Search in paths').press('Enter');
    await page.waitForURL('**?bot=GPTBot&purpose=training&search=part');
    await page.getByRole('button', { name: 'Next 25' }).click();
    await page.waitForURL('**&from=3&after=next');
    await page.getByText('3 – 4').waitFor();
    const whose = { botName: 'GPTBot', company: null, purpose: 'TRAINING' };
    expect(lastOf('Reach')).toMatchObject(whose);
    expect(lastOf('ReachBy')).toMatchObject(whose);
    expect(lastOf('ReachPages')).toMatchObject({
      ...{ ...whose, state: 'UNREAD', search: 'part', first: 25, after: 'next' },
    });
    await page.getByRole('button', { name: 'Stale 20' }).click();
    await page.waitForURL('**/pages/reach?bot=GPTBot&purpose=training&state=stale');
    await page.getByRole('button', { name: 'Not listed' }).click();
    await page.getByRole('row', { name: '/old 7' }).waitFor();
    expect(await page.getByRole('link', { name: '/old' }).getAttribute('href')).toBe(
      `/sites/${product.siteId()}/events?bot=GPTBot&page=%2Fold`,
    );
  });

  it('is that of companies, or of bots, as the URL says', async () => {
    const { page } = await open(() => USUAL, '/pages/reach?state=stale&from=3&after=next');
    const sheet = page.getByRole('region', { name: 'Read by' });
    await sheet.getByText('OpenAI', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Bots', exact: true }).click();
    await page.waitForURL('**/pages/reach?read-by=bots&state=stale&from=3&after=next');
    expect(await sheet.locator('tbody th').allTextContents()).toEqual(['GPTBot']);
    await page.reload();
    await sheet.getByRole('link', { name: 'GPTBot' }).waitFor();
    await page.goBack();
    await sheet.getByText('OpenAI', { exact: true }).waitFor();
  });

  it('says in its own sheet that a part took too long', async () => {
    const { page } = await open(() => ({
      ...USUAL,
      refused: { reach: { code: 'QUERY_TIMEOUT', in: 'query ReachBy(' } },
    }));
    expect(await sheetsThatSay(page, 'Code QUERY_TIMEOUT.')).toEqual(['Read by']);
    await page.getByText('/part-1/a').waitFor();
  });

  it('is nothing without a sitemap, but for what to run', async () => {
    const { page } = await open(() => ({ reach: null }));
    await page.getByText(`site-traffic sitemap update --site ${product.siteId()}`).waitFor();
    expect(await page.getByRole('region', { name: 'Read by' }).count()).toBe(0);
    await expectFitsAndIsAccessible(page, [390]);
  });
});

describe('the end of the overview', () => {
  it('has who broke the rules, and what is never read, and leads on for the same days', async () => {
    const bots = [
      bot('GPTBot', 'OpenAI', [9, 1, 5]),
      ...Array.from({ length: 8 }, (_, at) => bot(`Bot ${at}`, 'Acme', [0, 1, 1])),
    ];
    const answers = { ...USUAL, obedience: obedienceOf(bots), robotsVersions: [version(1)] };
    const { page, faults } = await open(() => answers, '?range=7d');
    const rules = page.getByRole('region', { name: 'Rules' });
    await rules.getByRole('row', { name: '2 more bots, 2 without violations 2 0' }).waitFor();
    await rules.getByRole('row', { name: 'Total; 13 more are unknown 18 9' }).waitFor();
    expect(await rules.getByRole('link', { name: 'Rules and pages' }).getAttribute('href')).toBe(
      `/sites/${product.siteId()}/pages/rules?range=7d`,
    );
    await expectFitsAndIsAccessible(page);
    expect(faults).toEqual([]);
    await page.getByRole('link', { name: '50 pages no bot has read' }).click();
    await page.waitForURL('**/pages/reach?range=7d');
  });

  it('says what is missing', async () => {
    const { page } = await open(() => ({ obedience: obedienceOf([]), robotsVersions: [], reach: null }), '');
    await page.getByText('No robots.txt is known yet.').waitFor();
    await page.getByText('No sitemap is known yet.').waitFor();
  });
});
