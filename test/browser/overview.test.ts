import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { asksForEnd } from './end-of-overview.ts';
import { seriousFindings, useProduct } from './product.ts';
import { refuseFields, sheetsThatSay } from './refuse.ts';

const product = useProduct();

const overview = (search = '') => `/sites/${product.siteId()}${search}`;

/** Whether the hatch has the colour of text. */
const IS_TEXT_COLOUR =
  "getComputedStyle(document.querySelector('.plot .hatch')).stroke === getComputedStyle(document.body).color";

type Counted = { startsAt: string; botVisits: number; referrals: number; conversions: number };
type WithPoints = {
  coverage?: object;
  timeseries?: { data: Counted[]; previous: Counted[] | null };
  bot?: { timeseries: Counted[] };
};

const GAPS = [{ from: '2026-01-07T18:00:00.000Z', until: '2026-01-09T06:00:00.000Z' }];
const GAPS_BEFORE = [{ from: '2025-12-31T00:00:00.000Z', until: '2026-01-02T00:00:00.000Z' }];

/** Nothing is recorded from one evening to the morning after next, and 5 of each kind on all other days. */
async function makeGap(page: Page) {
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { data: { site: WithPoints } };
    const { coverage, timeseries, bot } = json.data.site;
    if (coverage) Object.assign(coverage, { gaps: GAPS });
    if (timeseries) breakOff(timeseries);
    setCounts(timeseries?.data ?? bot?.timeseries ?? []);
    if (bot) Object.assign(bot, { firstSeenAt: '2026-01-05T00:00:00.000Z' });
    await route.fulfill({ response, json });
  });
}

function setCounts(points: readonly Counted[]) {
  for (const point of points) {
    const count = point.startsAt.startsWith('2026-01-08') ? 0 : 5;
    Object.assign(point, { botVisits: count, referrals: count, conversions: count });
  }
}

/** The days before, if they are compared, have a gap of their own. */
function breakOff(timeseries: NonNullable<WithPoints['timeseries']>) {
  const { previous } = timeseries;
  Object.assign(timeseries, { gaps: GAPS, previousGaps: previous && GAPS_BEFORE });
  for (const point of previous ?? []) Object.assign(point, { botVisits: 3, referrals: 3, conversions: 3 });
}

/** Sheets with more room below what they show than a row takes, with a little for what wraps. */
const HOLES = `Array.from(document.querySelectorAll('.grid > *')).flatMap((cell) => {
  const last = Array.from(cell.querySelectorAll('.sheet > :last-child')).at(-1) ?? cell.lastElementChild;
  const hole = cell.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom;
  return hole > 44 ? [cell.textContent.slice(0, 20) + hole] : [];
})`;

/** The part of the sheet of conversions that the names of goals have. */
const SHARE_OF_NAMES = `((name, table) => name.offsetWidth / table.offsetWidth)(
  ...['tbody th', 'table'].map((part) => document.querySelector('.col .sheet:last-child ' + part)))`;

/** How high each sheet is, by its heading. */
const HEIGHTS = `Array.from(document.querySelectorAll('.grid .sheet')).map((sheet) => ({
  title: sheet.querySelector('h2').textContent,
  height: Math.round(sheet.getBoundingClientRect().height),
}))`;
type Heights = readonly { title: string; height: number }[];

/** Goals with figures of many digits, and no gaps; they come when the test says so. */
async function makeDebts(page: Page, asked: Promise<void>) {
  type Site = {
    timeseries: object;
    stats: { conversionBreakdown: { eventName: string; value: number }[] };
  };
  await page.route('**/graphql', async (route) => {
    if (asksForEnd(route.request())) return route.fallback();
    const response = await route.fetch();
    const json = (await response.json()) as { data: { site: Site } };
    const { timeseries, stats } = json.data.site;
    Object.assign(timeseries, { gaps: [], previousGaps: [] });
    stats.conversionBreakdown.forEach((goal, at) =>
      Object.assign(goal, { count: 1_234_567, value: at === 0 ? -224_999_983_980_246_500 : 123_475.1 }),
    );
    Object.assign(stats.conversionBreakdown[0] ?? {}, { eventName: 'refund' });
    await asked;
    await route.fulfill({ response, json });
  });
}

describe('the overview of a site', () => {
  it('shows what REST counts for the same days', async () => {
    const { page } = await product.open(overview());
    await page.getByText('Other pages').waitFor();
    const query =
      (await page.getByLabel('From', { exact: true }).inputValue()) +
      '&end=' +
      (await page.getByLabel('To', { exact: true }).inputValue());
    const { totals, bot_breakdown: bots } = await product.readRest(
      `sites/${product.siteId()}/stats?start=${query}`,
    );
    const shown = await page.locator('.kpi .big').allTextContents();
    const { bot_visits: visits, referrals, conversions } = totals;
    expect(shown).toEqual(
      [visits, referrals, conversions].map((count: number) => count.toLocaleString('en-US')),
    );
    // of an unfinished day only the full hours are compared
    const compared = await page.locator('.kpi .until').allTextContents();
    expect(compared).toEqual(shown.map(() => expect.stringMatching(/^[\d,]+ until \d\d:00 today$/)));
    const firstBot = page.getByRole('region', { name: 'Bots' }).getByRole('row', { name: bots[0].bot_name });
    expect(await firstBot.textContent()).toContain(bots[0].count.toLocaleString('en-US'));
    const chatgpt = page.getByRole('rowheader', { name: /^ChatGPT\s?OpenAI$/ });
    expect(await chatgpt.getAttribute('title')).toBe('Source chatgpt');
  });

  it('sends one document, and another one for other days', async () => {
    const { page } = await product.open('/sign-in');
    const documents: string[] = [];
    page.on('request', (request) => {
      const body = request.postData() ?? '';
      if (body.includes('query Overview(')) documents.push(body);
    });
    await page.goto(new URL(overview(), page.url()).href);
    await page.getByText('Other pages').waitFor();
    expect(documents).toHaveLength(1);
    await page.keyboard.press('w');
    await page.getByRole('button', { name: 'Last 7 days' }).first().waitFor();
    await page.waitForURL('**?range=7d');
    await page.goBack();
    await page.waitForURL(`**${overview()}`);
  });

  it('rewrites what is wrong in the URL', async () => {
    const { page } = await product.open(overview('?range=decade&by=hour&compare=none'));
    await page.waitForURL('**?by=hour&compare=none');
  });

  it('reads out the point under the crosshair', async () => {
    const { page } = await product.open(overview());
    await page.getByText('Other pages').waitFor();
    const axis = page.getByRole('slider');
    await axis.focus();
    await page.keyboard.press('Home');
    expect(await axis.getAttribute('aria-valuetext')).toMatch(
      /^\w{3} \w{3} \d+.*: [\d,]+ Bot visits, .* Conversions$/,
    );
    await page.keyboard.press('Escape');
    expect(await axis.getAttribute('aria-valuetext')).toBe('none');
  });

  it('has its figures in a table, too', async () => {
    const { page } = await product.open(overview('?range=7d'));
    await page.getByText('Other pages').waitFor();
    await page.getByRole('button', { name: 'Show as table' }).click();
    expect(await page.getByRole('region', { name: 'Over time, as table' }).getByRole('row').count()).toBe(8);
  });

  it('shows when nothing was recorded, and draws no zeros there', async () => {
    const { page, faults } = await product.open('/sign-in', await product.signInOwner());
    await makeGap(page);
    const path = overview('?start=2026-01-05&end=2026-01-11&compare=none');
    await page.goto(new URL(path, page.url()).href);
    const chart = page.getByRole('region', { name: 'Over time' });
    const said = 'No recording from Jan 7, 18:00 to Jan 9, 06:00';
    await chart.getByText(`${said} UTC.`).waitFor();
    expect(await chart.locator('.legend > span').allTextContents()).toEqual(['Jan 5 – Jan 11']);
    expect(await chart.locator('.gap-note .hatch').count()).toBe(1);
    expect(await chart.locator('.plot .gap').count()).toBe(3);
    // the note is cut before the button is
    await page.setViewportSize({ width: 1100, height: 900 });
    const ends = await Promise.all(
      [chart, chart.getByRole('button', { name: 'Show as table' })].map((each) => each.boundingBox()),
    );
    const [sheetEnd = 0, buttonEnd] = ends.map((box) => (box?.x ?? 0) + (box?.width ?? 0));
    expect(buttonEnd).toBeLessThanOrEqual(sheetEnd - 10);
    await page.setViewportSize({ width: 1280, height: 900 });
    const lines = await chart
      .locator('.line')
      .evaluateAll((all) => all.map((line) => line.getAttribute('d')));
    expect(lines.map((line) => line?.match(/M/g)?.length)).toEqual([2, 2]);
    const axis = page.getByRole('slider');
    await axis.focus();
    for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    expect(await axis.getAttribute('aria-valuetext')).toBe(
      `Wed Jan 7: 5 Bot visits, 5 LLM referrals, 5 Conversions. ${said}`,
    );
    await page.keyboard.press('ArrowRight');
    expect(await axis.getAttribute('aria-valuetext')).toBe(`Thu Jan 8: ${said}`);
    expect(await chart.locator('.val').allTextContents()).toEqual(Array(3).fill('not recorded'));
    expect(await chart.locator('.chip-date').textContent()).toBe(`Thu Jan 8: ${said}`);
    await page.getByRole('button', { name: 'Show as table' }).click();
    expect(await chart.getByRole('row', { name: 'Thu Jan 8' }).textContent()).toBe(`Thu Jan 8 ${said}–––`);
    await page.emulateMedia({ forcedColors: 'active' });
    expect(await page.evaluate(IS_TEXT_COLOUR)).toBe(true);
    await page.emulateMedia({ forcedColors: 'none' });
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(`${product.url()}/sites/${product.siteId()}/bots/GPTBot?start=2026-01-05&end=2026-01-11`);
    await chart.getByText(`${said} UTC.`).waitFor();
    expect(await chart.locator('.plot .gap').count()).toBe(1);
    expect(faults).toEqual([]);
  });

  it('leaves out of the line of the days before when nothing was recorded, and says so', async () => {
    const { page, faults } = await product.open('/sign-in', await product.signInOwner());
    await makeGap(page);
    await page.goto(product.url() + overview('?start=2026-01-05&end=2026-01-11'));
    const chart = page.getByRole('region', { name: 'Over time' });
    const said = 'Before, no recording from Dec 31, 2025, 00:00 to Jan 2, 00:00 UTC.';
    await chart.getByText(said).waitFor();
    const lines = await chart
      .locator('.plot .prev')
      .evaluateAll((all) => all.map((line) => line.getAttribute('d')));
    expect(lines.map((line) => line?.match(/M/g)?.length)).toEqual([2, 2, 2]);
    await page.getByRole('slider').focus();
    for (const key of ['Home', 'ArrowRight']) await page.keyboard.press(key);
    expect(await chart.locator('.val').allTextContents()).toEqual(Array(3).fill('5before 3'));
    await page.keyboard.press('ArrowRight');
    expect(await chart.locator('.val').allTextContents()).toEqual(Array(3).fill('5before not recorded'));
    await page.getByRole('button', { name: 'Show as table' }).click();
    const before = async (day: string) =>
      chart.getByRole('row', { name: day }).getByRole('cell').first().textContent();
    expect([await before('Tue Jan 6'), await before('Wed Jan 7')]).toEqual(['5 before 3', '5 before –']);
    expect(await seriousFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('fills what is beside each other with rows, is as high while it loads, and has room for names', async () => {
    const { page } = await product.open('/sign-in', await product.signInOwner());
    let answer = (): void => undefined;
    await makeDebts(page, new Promise<void>((resolve) => (answer = resolve)));
    await page.setViewportSize({ width: 2560, height: 900 });
    await page.goto(new URL(overview(), page.url()).href);
    await page.locator('.skeleton').first().waitFor();
    const loading = await page.evaluate<Heights>(HEIGHTS);
    answer();
    await page.getByText('Other pages').waitFor();
    const loaded = await page.evaluate<Heights>(HEIGHTS);
    const first = loaded.slice(0, loading.length);
    expect(first.map(({ title }) => title)).toEqual(loading.map(({ title }) => title));
    expect(first.filter(({ height }, at) => Math.abs(height - (loading[at]?.height ?? 0)) > 2)).toEqual([]);
    const refund = page.getByRole('row', { name: 'refund' });
    expect(await refund.getByText('-2.2E17').getAttribute('title')).toBe('-224,999,983,980,246,500');
    for (const width of [2560, 1280, 320]) {
      await page.setViewportSize({ width, height: 900 });
      if (width > 320) await expect.poll(() => page.evaluate<string[]>(HOLES)).toEqual([]);
      expect(await page.evaluate(SHARE_OF_NAMES)).toBeGreaterThan(0.4);
    }
  });

  it('keeps what it read while requests are refused, and counts down', async () => {
    const { page } = await product.open(overview());
    await page.getByText('Other pages').waitFor();
    const errors = [
      { message: 'x', path: ['site', 'stats'], extensions: { code: 'RATE_LIMITED', retry_after: 30 } },
    ];
    await page.route('**/graphql', (route) => route.fulfill({ json: { data: { site: null }, errors } }));
    await page.evaluate("dispatchEvent(new Event('online'))");
    await page.getByText('Too many requests.').first().waitFor();
    expect(await page.getByText('Other pages').isVisible()).toBe(true);
    expect(await page.locator('.sub').textContent()).toMatch(/^Showing .+ – .+, read at [\d:]{8} UTC$/);
  });

  it('says in the sheets of what was refused that it was, and nowhere else', async () => {
    const { page } = await product.open('/sign-in', await product.signInOwner());
    await refuseFields(page, ['companies', 'pages']);
    await page.goto(new URL(overview(), page.url()).href);
    expect(await sheetsThatSay(page, 'Too many requests.')).toEqual([
      'Who takes, who sends, who brings',
      'Top pages',
    ]);
    expect(await page.getByText('Too many requests.').count()).toBe(2);
    expect(await page.getByRole('alert').allTextContents()).toEqual(['A part of this page was refused.']);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('shows the marks of direction in names, so that none turns what stands beside it around', async () => {
    const { page } = await product.open('/sign-in', await product.signInOwner());
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch();
      const hostile = (await response.text())
        .replaceAll('"GPTBot"', '"\u202Etob\u2066"')
        .replaceAll('"OpenAI"', '"\u202Eia"')
        .replaceAll('"ChatGPT"', '"\u202Etahc"');
      await route.fulfill({ body: hostile, contentType: 'application/json' });
    });
    await page.goto(new URL(overview(), page.url()).href);
    await page.getByText('Other pages').waitFor();
    const main = page.getByRole('main');
    expect(await main.textContent()).not.toMatch(/[\u202E\u2066]/);
    for (const escaped of [String.raw`"\u202etob\u2066"`, String.raw`"\u202eia"`, String.raw`"\u202etahc"`]) {
      expect(await main.getByText(escaped).count()).toBeGreaterThan(0);
    }
  });

  it('says that the server does not respond, and asks again', async () => {
    const { page } = await product.open('/sign-in', { signedIn: false });
    // of a session that has ended, which the page does not know yet
    await page.context().addCookies([{ name: 'session', value: 'x'.repeat(43), url: product.url() }]);
    await page.route('**/graphql', (route) => route.abort());
    await page.goto(new URL(overview(), page.url()).href);
    const again = page.getByRole('button', { name: 'Ask again' });
    await again.waitFor();
    expect(await page.getByText('The server does not respond.').isVisible()).toBe(true);
    await page.unroute('**/graphql');
    await again.click();
    await page.waitForURL('**/sign-in?to=**');
  });
});

it.each(['/sites/%E0', '/sites/x/bots/%E0%A4', '/settings/x'])(
  '%s says that there is no such page',
  async (path) => {
    const { page, faults } = await product.open(path);
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    expect(faults).toEqual([]);
  },
);

it('/settings leads to the sites, and is no step back', async () => {
  const { page, faults } = await product.open('/', await product.signInOwner());
  await page.goto(`${product.url()}/settings`);
  await page.waitForURL('**/settings/sites');
  await page.getByRole('heading', { name: 'Sites', level: 1 }).waitFor();
  await page.goBack();
  await page.waitForURL(`${product.url()}/`);
  expect(faults).toEqual([]);
});

it.each(['', '/events', '/pages', '/bots/GPTBot', '/traffic-in'])(
  '/sites/x%s says that there is no such site, and leads to all sites',
  async (screen) => {
    const { page, faults } = await product.open(`/sites/x${screen}`, await product.signInOwner());
    await page.getByRole('heading', { name: 'There is no such site in your account' }).waitFor();
    const main = page.getByRole('main');
    expect(await main.textContent()).not.toMatch(/API key|Showing/);
    await main.getByRole('link', { name: 'All sites' }).click();
    await page.waitForURL(`${product.url()}/`);
    expect(faults).toEqual([]);
  },
);

it('days before which no other days are can be shown, and are compared with nothing', async () => {
  const { page, faults } = await product.open(overview('?start=0001-01-01&end=0001-01-31'));
  await page.getByText('No bot came on these days.').waitFor();
  await page.getByRole('button', { name: 'Not compared' }).click();
  const choices = page.locator('#compare');
  expect(await choices.getByText('Not possible: it would begin before year 1').count()).toBe(2);
  // Playwright takes what says that it is disabled for that, and clicks only if it is told to
  await choices.getByText('The days before').click({ force: true });
  expect(await choices.isVisible()).toBe(true);
  expect(await page.getByText('INVALID_DATE_RANGE').count()).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  expect(faults).toEqual([]);
});
