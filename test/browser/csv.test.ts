import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useProduct } from './product.ts';

const product = useProduct();

const DAYS = '2026-10-01-2026-10-31';
const SEARCH = '?start=2026-10-01&end=2026-10-31';

/** As many as no ledger shows, and more than a full list has in the document. */
const GOALS = Array.from({ length: 300 }, (_, at) => ({
  ...{ eventName: at === 1 ? '=1+1' : `goal-${at}, paid`, count: 42_731 - at },
  value: at === 0 ? 123_456_789.25 : 0,
}));

const ALL = sumsOf('Total', GOALS);

/** Opens the overview with these goals. */
async function openOverview(): Promise<Page> {
  const { page } = await product.open('/sign-in');
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const { stats } = answer.data.site ?? {};
    if (stats) Object.assign(stats, { conversionBreakdown: GOALS });
    await route.fulfill({ response, json: answer });
  });
  await page.goto(`${product.url()}/sites/${product.siteId()}${SEARCH}`);
  return page;
}

async function savedBy(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const lines = (await text(await download.createReadStream())).split('\r\n');
  return { name: download.suggestedFilename(), lines };
}

const lineOf = ({ eventName, count, value }: (typeof GOALS)[number]) =>
  `${eventName === '=1+1' ? "'=1+1" : `"${eventName}"`},${count},${value}`;

function sumsOf(name: string, goals: typeof GOALS) {
  const sum = (field: 'count' | 'value') => goals.reduce((all, goal) => all + goal[field], 0);
  return `${name},${sum('count')},${sum('value')}`;
}

describe('the rows of a sheet', () => {
  it('are saved as they are shown, and those of a full list all of them', async () => {
    const page = await openOverview();
    const sheet = page.getByRole('region', { name: 'Conversions', exact: true });
    const [head, ...rows] = ['Goal,Reached,Value', ...GOALS.map(lineOf)];
    expect(
      await savedBy(page, () => sheet.getByRole('button', { name: 'CSV of Conversions' }).click()),
    ).toEqual({
      name: `example.com-conversions-${DAYS}.csv`,
      lines: [head, ...rows.slice(0, 6), sumsOf('294 more goals', GOALS.slice(6)), ALL, ''],
    });
    await sheet.getByRole('button', { name: 'All 300 goals' }).click();
    const list = page.getByRole('dialog', { name: 'All 300 goals' });
    const save = () => savedBy(page, () => list.getByRole('button', { name: 'CSV of goals' }).click());
    expect(await save()).toEqual({ name: `example.com-goals-${DAYS}.csv`, lines: [head, ...rows, ALL, ''] });
    await list.getByRole('searchbox').fill('goal-29');
    await list.getByText('11 found').waitFor();
    const found = GOALS.filter(({ eventName }) => eventName.includes('goal-29')).map(lineOf);
    expect((await save()).lines).toEqual([head, ...found, ALL, '']);
  });
});
