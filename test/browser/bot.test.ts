import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { seriousFindings, useProduct } from './product.ts';
import { refuseFields, sheetsThatSay } from './refuse.ts';

const product = useProduct();

const sheet = (name: string, search = '') =>
  `/sites/${product.siteId()}/bots/${encodeURIComponent(name)}${search}`;

describe('the sheet of a bot', () => {
  it('opens from the overview for the same days, and shows what REST counts', async () => {
    const { page } = await product.open(`/sites/${product.siteId()}?range=7d`);
    const { start, end } = await daysShown(page);
    const bots = page.getByRole('region', { name: 'Bots' });
    await bots.getByRole('link', { name: 'GPTBot', exact: true }).click();
    await page.waitForURL('**/bots/GPTBot?range=7d');
    await page.getByText('All pages that it visited').waitFor();
    const { bot_breakdown: counted } = await product.readRest(
      `sites/${product.siteId()}/stats?start=${start}&end=${end}`,
    );
    const { count } = counted.find(({ bot_name: name }: { bot_name: string }) => name === 'GPTBot');
    expect(await page.locator('.kpi .big').textContent()).toBe(count.toLocaleString('en-US'));
    await page.goBack();
    await page.waitForURL(`**/sites/${product.siteId()}?range=7d`);
  });

  it('has verdicts that add up to the visits, and links to the documentation only by a click', async () => {
    const { page, faults } = await product.open(sheet('GPTBot'));
    await page.getByText('All pages that it visited').waitFor();
    const counts = await page.locator('.verdicts').first().locator('td:nth-child(2)').allTextContents();
    const [together, ...verdicts] = counts.map((count) => Number(count.replaceAll(',', ''))).reverse();
    expect(verdicts.reduce((sum, count) => sum + count, 0)).toBe(together);
    const link = page.locator('.dl a');
    expect(await link.getAttribute('rel')).toBe('noreferrer');
    expect(await page.locator('pre').textContent()).toBe('User-agent: GPTBot\nDisallow: /');
    expect(faults).toEqual([]);
  });

  it.each(['NoSuchBot', '<script>alert(1)</script>', 'א/🫖?#%', 'b'.repeat(2000)])(
    'says that %s never came',
    async (name) => {
      const { page, faults } = await product.open(sheet(name), { viewport: { width: 390, height: 900 } });
      await page.getByText(/^No bot of this name has visited/).waitFor();
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(name);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      expect(faults).toEqual([]);
    },
  );

  it.each([
    [
      ['bot'],
      [
        ...['Over time', 'Was it really this bot?', 'About this bot', 'Does it follow your robots.txt?'],
        ...['Reach', 'Top pages', 'Answers it got'],
      ],
    ],
    [['coverage'], ['Was it really this bot?']],
    [['stats'], ['Over time']],
  ])('says in the sheets without %j that it was refused, and keeps the others', async (fields, sheets) => {
    const { page } = await product.open('/sign-in', await product.signInOwner());
    await refuseFields(page, fields);
    await page.goto(product.url() + sheet('GPTBot'));
    expect(await sheetsThatSay(page, 'Too many requests.')).toEqual(sheets);
    expect(await page.getByText('Too many requests.').count()).toBe(sheets.length);
    expect(await page.getByRole('alert').allTextContents()).toEqual(['A part of this page was refused.']);
    expect(await page.getByText('Showing what was read').count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it.each([
    [
      '2026-01-02T09:40:00.000Z',
      0,
      'Checked up to Jan 2, 09:40 UTC. Later visits are not in these figures yet.',
    ],
    [
      '2026-01-02T09:40:00.000Z',
      3,
      'Checked up to Jan 2, 09:40 UTC. Later visits are not in these figures yet.',
    ],
    ['2026-02-03T12:00:00.000Z', 0, 'No visit of these days has been checked.'],
    [null, 0, 'No visit of these days has been checked.'],
  ])(
    'says what it is when visits up to %s are checked, %i of its own',
    async (judgedUntil, checked, words) => {
      const { page } = await product.open('/icon.svg', { once: true });
      await page.clock.setFixedTime('2026-02-03T12:00:30.000Z');
      const asked = await checkVisits(page, { judgedUntil, checked });
      await page.goto(product.url() + sheet('GPTBot'));
      const obedience = page.getByRole('region', { name: 'Does it follow your robots.txt?' });
      await obedience.getByText(words).waitFor();
      expect(asked).toEqual([{ id: product.siteId(), end: '2026-02-03' }]);
      expect(await seriousFindings(page)).toEqual([]);
    },
  );

  it('does not ask up to when visits are checked if all of its own are', async () => {
    const { page } = await product.open('/sign-in');
    const asked = await checkVisits(page, { judgedUntil: null, checked: Infinity });
    await page.goto(product.url() + sheet('GPTBot'));
    await page.getByText('It never read robots.txt.').waitFor();
    expect(asked).toEqual([]);
  });

  it('shows a long and hidden name in whole lines, and leads back to all bots', async () => {
    const name = `\n\u202e${'b'.repeat(200)}`;
    const { page } = await product.open(sheet(name, '?range=7d'), { viewport: { width: 390, height: 900 } });
    await page.getByText(/^No bot of this name has visited/).waitFor();
    const heading = page.getByRole('heading', { level: 1 });
    const readable = `"\\n\\u202e${'b'.repeat(200)}"`;
    expect([await heading.textContent(), await heading.getAttribute('title')]).toEqual([readable, readable]);
    const lines = await heading.evaluate(
      (it) => it.clientHeight / Number.parseFloat(getComputedStyle(it).lineHeight),
    );
    expect(lines).toBeCloseTo(3, 1);
    await page.locator('.sub').getByRole('link', { name: 'Bots' }).click();
    await page.waitForURL('**/bots?range=7d');
  });

  it.each([390, 1280])('stays where it is while it loads, at %i pixels', async (width) => {
    const { page } = await product.open('/sign-in', await product.signInOwner());
    await page.setViewportSize({ width, height: 900 });
    let answer = (): void => undefined;
    const skeletonSeen = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch();
      const { data } = await response.json();
      await skeletonSeen;
      // what nobody can know before: the chart says where nothing was recorded
      const gaps = [gapOf(12, 9), gapOf(5, 4)];
      await route.fulfill({
        json: { data: { ...data, site: { ...data.site, coverage: { ...data.site.coverage, gaps } } } },
      });
    });
    await page.goto(product.url() + sheet('GPTBot'));
    await page.locator('.sheet .skel').first().waitFor();
    answer();
    await page.getByText('All pages that it visited').waitFor();
    await page.getByText(/^No recording in 2 stretches/).waitFor();
    const shift = await page.evaluate<number>(`new Promise((resolve) => {
      const shifts = [];
      const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
      observer.observe({ type: 'layout-shift', buffered: true });
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(shifts.reduce((sum, { value }) => sum + value, 0))));
    })`);
    expect(shift).toBeLessThanOrEqual(0.01);
  });

  it('says why a part was refused, and offers to ask again only where that helps', async () => {
    const { page } = await product.open('/sign-in', await product.signInOwner());
    await refuseFields(page, ['bot'], { code: 'PLAN_REQUIRED', message: 'Hours need the Pro plan.' });
    await page.goto(product.url() + sheet('GPTBot', '?by=hour'));
    expect(await sheetsThatSay(page, 'Code PLAN_REQUIRED.')).toHaveLength(7);
    expect(await page.getByRole('button', { name: 'Ask again' }).count()).toBe(7);
    await page.unroute('**/graphql');
    await refuseFields(page, ['bot'], { code: 'INVALID_PARAMETER', message: 'The range has 17,520 points.' });
    await page.reload();
    expect(await sheetsThatSay(page, 'Choose fewer or other days, or other filters.')).toHaveLength(7);
    expect(await page.getByRole('button', { name: 'Ask again' }).count()).toBe(0);
  });
});

type Checked = { readonly judgedUntil: string | null; readonly checked: number };

/** From now on so many visits of the bot are checked, of ten. Returns what is asked about how far visits are checked. */
async function checkVisits(page: Page, { judgedUntil, checked }: Checked): Promise<readonly unknown[]> {
  const asked: unknown[] = [];
  await page.route('**/graphql', async (route) => {
    const { query, variables } = route.request().postDataJSON();
    if (query.includes('query CheckedUntil(')) {
      asked.push(variables);
      return route.fulfill({ json: { data: { site: { obedience: { judgedUntil } } } } });
    }
    if (!query.includes('query Bot(')) return route.fallback();
    const response = await route.fetch();
    const { data } = await response.json();
    const visits = Math.min(checked, 10);
    const none = { followsRobots: null, lastReadAt: null, lastReadVersion: null, rules: [] };
    const obedience = visits === 0 ? null : { visits, allowed: visits, against: 0, unknown: 0, ...none };
    const bot = { ...data.site.bot, visits: 10, obedience };
    return route.fulfill({ json: { data: { ...data, site: { ...data.site, bot } } } });
  });
  return asked;
}

const DAY_MS = 86_400_000;

/** From noon to noon, so many days ago. */
function gapOf(from: number, until: number) {
  const noonMs = Date.now() - (Date.now() % DAY_MS) + DAY_MS / 2;
  const at = (days: number) => new Date(noonMs - days * DAY_MS).toISOString();
  return { from: at(from), until: at(until) };
}

async function daysShown(page: Page) {
  return {
    start: await page.getByLabel('From', { exact: true }).inputValue(),
    end: await page.getByLabel('To', { exact: true }).inputValue(),
  };
}
