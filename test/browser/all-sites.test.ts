import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectFitsAndIsAccessible, useProduct } from './product.ts';

const product = useProduct();

const AT = '2026-03-15T12:00:00.000Z';
const LONG_AGO = '2020-01-01T00:00:00.000Z';
/** The days shown are those of the clock. */
const NOW = new Date().toISOString();
const LONG_NAME = 'a name that goes on '.repeat(10).trim();
const LONG_DOMAIN = `${'a'.repeat(61)}.`.repeat(4).slice(0, 242) + '.example';

type Fake = {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly lastEventAt: string | null;
};

/** Sites of an account: every fifth has had no events for long, the first one never. */
function makeSites(count: number): readonly Fake[] {
  const id = (at: number) => `site_${String(at).padStart(16, '0')}`;
  return Array.from({ length: count }, (_, at) => ({
    ...{ id: id(at), name: `Shop ${at}`, domain: `shop-${at}.example`, lastEventAt: NOW },
    ...(at % 5 === 0 && { lastEventAt: at === 0 ? null : LONG_AGO }),
    ...(at === 1 && { name: LONG_NAME }),
    ...(at === 2 && { domain: LONG_DOMAIN }),
    ...(at === 3 && { name: 'shop-3.example' }),
  }));
}

function totalsOf({ id }: Fake) {
  const totals = { botVisits: Number(id.slice(5)), referrals: 2, conversions: 1 };
  const data = [{ startsAt: '2026-03-14T00:00:00.000Z', ...totals }];
  const comparison = { until: AT, totals, previousTotals: totals };
  return {
    id,
    timeseries: { granularity: 'DAY', completeUntil: AT, data },
    stats: { totals, comparison },
  };
}

type Answer = { readonly data: object; readonly errors?: readonly object[] };

/** A week up to today, of which nothing was recorded on two days. */
const WEEK = {
  granularity: 'DAY',
  completeUntil: AT,
  data: Array.from({ length: 7 }, (_, at) => ({
    startsAt: `2026-03-${String(9 + at).padStart(2, '0')}T00:00:00.000Z`,
    ...{ botVisits: at === 2 || at === 3 ? 0 : 5, referrals: 0, conversions: at % 2 },
  })),
  gaps: [{ from: '2026-03-10T20:00:00.000Z', until: '2026-03-13T00:00:00.000Z' }],
};

/** From now on, the account has these sites. Returns after which site each step of their figures began. */
async function giveSites(
  page: Page,
  sites: readonly Fake[],
  change: (answer: Answer, step: number) => Answer = (answer) => answer,
) {
  const steps: unknown[] = [];
  const active = sites.filter((_, at) => at % 5 !== 0);
  await page.route('**/graphql', async (route) => {
    const { query, variables } = route.request().postDataJSON();
    if (query.includes('query SiteTotals')) {
      const from = active.findIndex(({ id }) => id === variables.after) + 1;
      steps.push(variables.after);
      const data = { sites: active.slice(from, from + 20).map(totalsOf) };
      return route.fulfill({ json: change({ data }, steps.length) });
    }
    const { data } = await (await route.fetch()).json();
    const listed = sites.map((site) => ({ ...site, eventsThisMonth: 1 }));
    return route.fulfill({ json: { data: { ...data, ...(data.sites && { sites: listed }) } } });
  });
  return steps;
}

const rowsOf = (page: Page) => page.locator('.all-sites tbody tr');
const namesOf = async (page: Page) => page.locator('.all-sites tbody .site a').allTextContents();

it('60 sites are all there, with their totals, found and sorted', async () => {
  const { page, faults } = await product.open('/sign-in');
  const steps = await giveSites(page, makeSites(60));
  // an address of the pages that there were
  await page.goto(`${product.url()}/?after=site_gone`);
  await page.waitForURL(`${product.url()}/`);
  const total = page.locator('.all-sites tfoot tr');
  await total.getByText('1,440').waitFor();
  expect(await rowsOf(page).count()).toBe(60);
  expect(steps).toEqual([null, 'site_0000000000000024', 'site_0000000000000049']);
  expect(await rowsOf(page).filter({ hasText: 'No events on these days' }).count()).toBe(11);
  expect(await rowsOf(page).nth(3).getByText('shop-3.example').count()).toBe(1);
  expect(await total.textContent()).toBe('Total of 60 sitesBot visits1,440LLM referrals96Conversions48');

  await page.getByRole('button', { name: 'Bot visits' }).click();
  await page.waitForURL('**/?sort=bots');
  expect((await namesOf(page)).slice(0, 2)).toEqual(['Shop 59', 'Shop 58']);
  expect((await namesOf(page)).at(-1)).toBe('Shop 55');
  expect(await page.locator('[aria-sort]').allTextContents()).toEqual(['Bot visits, descending']);
  await page.getByRole('searchbox', { name: 'Search in sites' }).fill('SHOP-5');
  await page.waitForURL('**/?q=SHOP-5&sort=bots');
  await page.getByText('11 found').waitFor();
  await total.getByText('440').waitFor();
  // typing is no step back
  await page.goBack();
  await page.waitForURL(`${product.url()}/`);
  expect(steps).toHaveLength(3);

  const inWindow = `[...document.querySelectorAll('.all-sites .tot *')].every(
    (figure) => figure.getBoundingClientRect().right <= innerWidth)`;
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await page.evaluate(inWindow)]).toEqual([width, true]);
  }
  // a change is never cut through
  const linesOf = `[...document.querySelectorAll('.all-sites .delta')].map((delta) =>
    Math.round(delta.clientHeight / Number.parseFloat(getComputedStyle(delta).lineHeight)))`;
  await page.setViewportSize({ width: 390, height: 900 });
  expect(new Set(await page.evaluate<readonly number[]>(linesOf))).toEqual(new Set([1]));
  await expectFitsAndIsAccessible(page, [320, 768, 2560]);
  expect(faults).toEqual([]);
});

it('the line of a site breaks where nothing was recorded, and the legend says so', async () => {
  const { page, faults } = await product.open('/sign-in');
  const broken = 'site_0000000000000001';
  await giveSites(page, makeSites(10), ({ data }) => ({
    data: {
      sites: (data as { readonly sites: readonly { readonly id: string }[] }).sites.map((site) => ({
        ...site,
        timeseries: site.id === broken ? WEEK : { ...WEEK, gaps: [] },
      })),
    },
  }));
  await page.goto(`${product.url()}/`);
  await page.getByText('Total of 10 sites').waitFor();
  const legend = page.locator('.all-sites .legend');
  await legend.getByText('A break in a line: not recorded').waitFor();
  const linesOf = async (at: number) =>
    rowsOf(page)
      .nth(at)
      .locator('.spark')
      .first()
      .locator('.area, .line')
      .evaluateAll((all) => all.map((line) => line.getAttribute('d')?.match(/M/g)?.length));
  // the area, the line, and that of today
  expect(await linesOf(1)).toEqual([2, 2, 1]);
  expect(await linesOf(2)).toEqual([1, 1, 1]);
  const conversions = rowsOf(page).nth(2).locator('.spark.kind-con');
  expect(await conversions.locator('.line').count()).toBe(0);
  const counted = WEEK.data.filter((day) => day.conversions > 0).length;
  expect([counted > 0, await conversions.locator('.bars rect').count()]).toEqual([true, counted]);
  expect(faults).toEqual([]);
});

it('a range that is too long for lines has the totals alone, and the legend says so', async () => {
  // up to today, as no later day is shown
  const { page, faults } = await product.open('/?start=2016-01-01&end=9999-12-31');
  const legend = page.locator('.all-sites .legend');
  await legend.getByText('No lines for more than 1,500 days').waitFor();
  await rowsOf(page).locator('.total b').first().waitFor();
  expect(await page.locator('.all-sites .spark').count()).toBe(0);
  await page.goto(`${product.url()}/?range=all`);
  await legend.getByText('Each line has its own scale').waitFor();
  await page.locator('.all-sites .spark').first().waitFor();
  expect(faults).toEqual([]);
});

it('lines that were refused are said to be missing', async () => {
  const { page } = await product.open('/sign-in');
  await giveSites(page, makeSites(10), ({ data }) => {
    const { sites } = data as { readonly sites: readonly object[] };
    const path = ['sites', 0, 'timeseries'];
    return {
      data: { sites: sites.map((site, at) => (at === 0 ? { ...site, timeseries: null } : site)) },
      errors: [{ message: 'It took too long.', path, extensions: { code: 'QUERY_TIMEOUT' } }],
    };
  });
  await page.goto(`${product.url()}/`);
  await page.locator('.all-sites .legend').getByText('Some lines could not be read').waitFor();
  expect(await rowsOf(page).filter({ hasText: 'Not read' }).count()).toBe(0);
});

it('a step without a budget, and a site that is refused, say so; more than 100 sites are read on demand', async () => {
  const { page } = await product.open('/sign-in');
  const steps = await giveSites(page, makeSites(150), ({ data }, step) => {
    const { sites } = data as { readonly sites: readonly object[] };
    const holed = (at: number) => sites.map((site, each) => (each === at ? { ...site, stats: null } : site));
    if (step === 1)
      return {
        data: { sites: holed(1) },
        errors: [
          {
            message: 'It took too long.',
            path: ['sites', 1, 'stats'],
            extensions: { code: 'QUERY_TIMEOUT' },
          },
        ],
      };
    if (step !== 2) return { data };
    return {
      data: { sites: holed(5) },
      errors: [
        { message: 'x', path: ['sites', 5, 'stats'], extensions: { code: 'RATE_LIMITED', retry_after: 2 } },
      ],
    };
  });
  await page.goto(`${product.url()}/`);
  const foot = page.locator('.all-sites .foot');
  await foot.getByText('The budget for this minute is used up.').waitFor();
  expect(await rowsOf(page).nth(2).getByText('Not read: It took too long.').count()).toBe(1);
  expect(await page.locator('.all-sites tfoot').textContent()).toContain('Bot visits–');
  // it goes on by itself, up to as many as are read at first
  await foot.getByText('135 of 150 sites read').waitFor();
  expect(await rowsOf(page).count()).toBe(100);
  expect(steps).toHaveLength(6);
  await foot.getByRole('button', { name: 'Show more sites' }).click();
  await foot.waitFor({ state: 'detached' });
  expect(await rowsOf(page).count()).toBe(150);
});

it('the dot of a site pulses three times after an event of the last minutes, and is still otherwise', async () => {
  const { page } = await product.open('/sign-in', { reducedMotion: 'no-preference' });
  await giveSites(
    page,
    makeSites(60).map((site, at) => ({ ...site, lastEventAt: at > 40 ? NOW : LONG_AGO })),
  );
  await page.goto(`${product.url()}/`);
  await page.getByText('Total of 60 sites').waitFor();
  const pulses = await page.evaluate<readonly number[]>(`document.getAnimations()
    .filter(({ animationName }) => animationName === 'pulse')
    .map(({ effect }) => effect.getTiming().iterations)`);
  expect(pulses).toEqual(Array(8).fill(3));
  expect(await page.locator('.all-sites .pulse.off').count()).toBe(41);
});
