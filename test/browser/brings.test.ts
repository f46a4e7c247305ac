import { text } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { asksForEnd } from './end-of-overview.ts';
import { expectFitsAndIsAccessible, useProduct } from './product.ts';

const product = useProduct();

const DAYS = '?start=2026-10-01&end=2026-10-31';

const COMPANIES = [
  { company: 'OpenAI', botVisits: 400, referrals: 200, conversions: 20, value: 1204.6 },
  { company: 'Meta', botVisits: 90, referrals: 0, conversions: 0, value: 0 },
  { company: 'Mistral', botVisits: 12, referrals: 40, conversions: 0, value: 0 },
  { company: 'Perplexity', botVisits: 8, referrals: 80, conversions: 3, value: 0 },
  { company: 'xAI', botVisits: 0, referrals: 0, conversions: 1, value: 0.125 },
].map((row) => ({ ...row, visitsPerReferral: null }));

const SOURCES = [
  ...[
    ['chatgpt', 'ChatGPT', 'OpenAI', 200, 20, 1204.6],
    ['perplexity', 'Perplexity', 'Perplexity', 80, 3, 0],
    ['lechat', 'Le Chat', 'Mistral', 40, 0, 0],
    ['grok', 'Grok', 'xAI', 0, 1, 0.125],
  ],
].map(([source, name, company, count, conversions, value]) => ({
  ...{ source, name, company, count, conversions, value },
}));

type Coverage = { readonly attributionMinutes: number; readonly attributionSince: string | null };

/** The overview of a site of which the products brought 24 of 100 conversions. Of those until a day, it is asked for. */
async function openOverview(coverage: Coverage) {
  const earlier: unknown[] = [];
  const { page, faults } = await product.open('/sign-in', await product.signInOwner());
  await page.route('**/graphql', async (route) => {
    if (asksForEnd(route.request())) return route.fallback();
    const response = await route.fetch();
    const json = await response.json();
    const { site } = json.data;
    if (!site.companies) {
      earlier.push(route.request().postDataJSON().variables);
      Object.assign(site.stats, { totals: { conversions: 31 }, referralBreakdown: SOURCES.slice(1, 2) });
    } else {
      Object.assign(site, { companies: COMPANIES, coverage: { firstEventAt: null, ...coverage } });
      Object.assign(site.stats, { referralBreakdown: SOURCES });
      Object.assign(site.stats.totals, { conversions: 100 });
    }
    await route.fulfill({ response, json });
  });
  await page.goto(`${product.url()}/sites/${product.siteId()}${DAYS}`);
  await page.getByText('Other pages').waitFor();
  return { page, faults, earlier };
}

const sheetOf = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

/** What a table says, row by row, pictures left out. */
async function cellsOf(sheet: Locator): Promise<readonly (readonly (string | null)[])[]> {
  const rows = await sheet.getByRole('row').all();
  return Promise.all(rows.map((row) => row.locator('th, [role=cell]').allTextContents()));
}

const SINCE_BEFORE = { attributionMinutes: 30, attributionSince: '2026-09-30T12:00:00.000Z' };

describe('who takes, who sends, who brings', () => {
  it('is empty where nothing was sent, 0 where visitors did nothing, and accounts for all conversions', async () => {
    const { page, faults, earlier } = await openOverview(SINCE_BEFORE);
    const sheet = sheetOf(page, 'Who takes, who sends, who brings');
    expect(await cellsOf(sheet)).toEqual([
      [
        ...['Company', 'Takes: crawls by its bots', 'Sends: visitors'],
        ...['Brings: conversions of these visitors', 'Value', 'Crawls per visitor'],
      ],
      ['OpenAI', '400', '200', '20', '1,204.60', '2.0'],
      ['Meta', '90', '0', '', '', 'sends nobody'],
      ['Mistral', '12', '40', '0', '', '0.3'],
      ['Perplexity', '8', '80', '3', 'none set', '0.1'],
      ['xAI', '0', '0', '1', '0.13', 'sent before'],
    ]);
    expect(await sheet.getByText('0.13').getAttribute('title')).toBe('0.125');
    expect(await sheet.locator('.foot').textContent()).toBe(
      '24 of 100 conversions (24.0%), worth 1,204.725, came within 30 minutes of a visit from one of these products. ' +
        'The other 76 have no product: those visitors came another way, or converted later.',
    );
    expect(earlier).toEqual([]);
    await expectFitsAndIsAccessible(page, [360, 768, 1024, 1440]);
    expect(faults).toEqual([]);
  });

  it('is saved with exact figures', async () => {
    const { page } = await openOverview(SINCE_BEFORE);
    const sheet = sheetOf(page, 'Who takes, who sends, who brings');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      sheet.getByRole('button', { name: /^CSV/ }).click(),
    ]);
    expect((await text(await download.createReadStream())).split('\r\n')).toEqual([
      'Company,Crawls,Visitors sent,Conversions brought,Value,Crawls per visitor',
      'OpenAI,400,200,20,1204.6,2',
      'Meta,90,0,,,',
      'Mistral,12,40,0,,0.3',
      'Perplexity,8,80,3,0,0.1',
      'xAI,0,0,1,0.125,',
      '',
    ]);
  });

  it('says on a phone what was brought, and on a tablet leaves crawls per visitor out', async () => {
    const { page } = await openOverview(SINCE_BEFORE);
    const row = sheetOf(page, 'Who takes, who sends, who brings').getByRole('row', { name: /OpenAI/ });
    await page.setViewportSize({ width: 768, height: 900 });
    expect(await row.locator('.ratio').isVisible()).toBe(false);
    await page.setViewportSize({ width: 390, height: 900 });
    const tops = await row
      .locator('.out.num, .got.num, .val')
      .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().top)));
    expect([tops[1] === tops[2], (tops[1] ?? 0) > (tops[0] ?? 0)]).toEqual([true, true]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});

describe('LLM sources', () => {
  it('have the conversions of their visitors, how many of a click that is, and their value', async () => {
    const { page } = await openOverview(SINCE_BEFORE);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await cellsOf(sheetOf(page, 'LLM sources'))).toEqual([
      ['Product', 'Clicks', 'Share', 'Conversions', 'Rate', 'Value'],
      ['ChatGPTOpenAI', '200', '62.5%', '20', '10.0%', '1,204.60'],
      ['Perplexity', '80', '25.0%', '3', '3.8%', 'none set'],
      ['Le ChatMistral', '40', '12.5%', '0', '0.0%', ''],
      ['GrokxAI', '0', '0.0%', '1', '–', '0.13'],
      ['Total', '320', '100.0%', '24', '7.5%', '1,204.73'],
    ]);
  });

  it('have no rate on days of which not all was looked up, and what is not known is counted apart', async () => {
    const { page, earlier } = await openOverview({
      ...SINCE_BEFORE,
      attributionSince: '2026-10-10T08:30:00.000Z',
    });
    const [heads] = await cellsOf(sheetOf(page, 'LLM sources'));
    expect(heads).toEqual(['Product', 'Clicks', 'Share', 'Conversions', 'Value']);
    const foot = page.locator('.sheet > .foot');
    await expect
      .poll(() => foot.textContent())
      .toMatch(
        /products\. Of 28 until Oct 10(, 2026)? it is not known whether a product sent the visitor: that is looked up only since 08:30 on Oct 10(, 2026)? \(UTC\)\. The other 48 have no product: /,
      );
    expect(earlier).toEqual([{ id: product.siteId(), start: '2026-10-01', end: '2026-10-10' }]);
  });
});

it('where conversions are not looked up, the overview is about who takes and who sends', async () => {
  const { page } = await openOverview({ attributionMinutes: 0, attributionSince: null });
  const sheet = sheetOf(page, 'Who takes, who sends');
  const [heads, first] = await cellsOf(sheet);
  expect([heads, first]).toEqual([
    ['Company', 'Takes: crawls by its bots', 'Sends: visitors', 'Crawls per visitor'],
    ['OpenAI', '400', '200', '2.0'],
  ]);
  expect(await sheet.locator('.foot').count()).toBe(0);
  const [columns] = await cellsOf(sheetOf(page, 'LLM sources'));
  expect(columns).toEqual(['Product', 'Clicks', 'Share']);
});

it('a conversion in the list of events says which product sent its visitor', async () => {
  const { page } = await product.open('/sign-in', await product.signInOwner());
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const [at, event] of (json.data.site?.events?.nodes ?? []).entries())
      Object.assign(event, { sentByName: at === 0 ? 'ChatGPT' : null, eventValue: 23 });
    await route.fulfill({ response, json });
  });
  await page.goto(`${product.url()}/sites/${product.siteId()}/events?type=conversion`);
  const who = page.getByRole('rowheader').filter({ has: page.locator('.name') });
  await who.first().waitFor();
  const said = await Promise.all([0, 1].map((at) => who.nth(at).getAttribute('title')));
  expect(said).toEqual([
    expect.stringMatching(/^[\w-]+, sent by ChatGPT$/),
    expect.stringMatching(/^[\w-]+$/),
  ]);
  await page.setViewportSize({ width: 390, height: 900 });
  await page.getByText('sent by ChatGPT').waitFor();
  expect(await who.first().textContent()).toMatch(/^[\w-]+23\.00sent by ChatGPT$/);
});
