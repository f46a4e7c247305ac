import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useProduct } from './product.ts';
import { refuseFields, sheetsThatSay } from './refuse.ts';

const product = useProduct({ own: true });

const events = (search = '') => `/sites/${product.siteId()}/events${search}`;

const visit = (path: string, more: object = {}) => ({
  ...{ type: 'bot', bot_name: 'GPTBot', bot_company: 'OpenAI', page_path: path, ...more },
});

/** The texts of a column in all rows that are in the document. */
const cells = (page: Page, column: string) => page.locator(`tbody td.${column}`).allTextContents();

/** All, and each kind, as the filter bar says. */
const countsOf = async (page: Page) =>
  (await page.locator('.count').allTextContents()).map((count) => Number(count.replaceAll(',', '')));

const rowOf = (page: Page, path: string) => page.getByRole('row').filter({ hasText: path });

type Body = { readonly query: string; readonly variables: { readonly after?: string | null } };

/** The variables of the pages of events that a page asks for, in the order in which it does. */
function watchPages(page: Page): Body['variables'][] {
  const asked: Body['variables'][] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/graphql')) return;
    const { query, variables } = request.postDataJSON() as Body;
    if (query.includes('query EventsPage')) asked.push(variables);
  });
  return asked;
}

/** Opens a page whose clock the test can move. */
async function openWithClock(search = '') {
  const { page } = await product.open('/icon.svg', { once: true });
  await page.clock.install();
  const asked = watchPages(page);
  await page.goto(product.url() + events(search));
  return { page, asked };
}

const setVisibility = (page: Page, state: string) =>
  page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'))`);

describe('the events of a site', () => {
  it('are those of the filters in the URL, and each change is a step back', async () => {
    const { page } = await product.open(events('?range=7d&type=conversion'));
    await rowOf(page, 'Conversion').first().waitFor();
    expect(new Set(await cells(page, 'y'))).toEqual(new Set(['Conversion']));
    await page.getByRole('button', { name: 'Referrals' }).click();
    await page.waitForURL('**/events?range=7d&type=referral');
    await rowOf(page, 'Referral').first().waitFor();
    const chatgpt = page.locator('bdi[title="Source chatgpt"]').first();
    expect(await chatgpt.textContent()).toBe('ChatGPT');
    await page.keyboard.press('/');
    await page.keyboard.type('/pricing');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/events?range=7d&type=referral&page=%2Fpricing');
    await page.locator('section[aria-busy=false]').waitFor();
    expect(new Set(await cells(page, 'p'))).toEqual(new Set(['/pricing']));
    await page.goBack();
    await page.goBack();
    await page.waitForURL('**/events?range=7d&type=conversion');
    await rowOf(page, 'Conversion').first().waitFor();
  });

  it('are read on by cursor as the reader scrolls, and only those in sight are in the document', async () => {
    const { page } = await product.open('/icon.svg');
    const asked = watchPages(page);
    await page.goto(product.url() + events('?range=last-month&type=bot'));
    await page.getByText(/^200 of [\d,]+ read$/).waitFor();
    expect(asked.map(({ after }) => after)).toEqual([null]);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page.getByText(/^400 of [\d,]+ read$/).waitFor();
    expect(asked.map(({ after }) => typeof after)).toEqual(['object', 'string']);
    expect(await page.locator('tbody tr').count()).toBeLessThan(100);
  });

  it('that are refused further down count down, and go on by themselves', async () => {
    const { page } = await product.open('/icon.svg');
    let refusals = 0;
    await page.route('**/graphql', (route) => {
      const { variables } = route.request().postDataJSON() as Body;
      if (!variables.after || refusals > 0) return route.fallback();
      refusals += 1;
      const refusal = { code: 'RATE_LIMITED', retry_after: 1 };
      const errors = [{ message: 'x', path: ['site', 'events'], extensions: refusal }];
      return route.fulfill({ json: { data: { account: null, site: { id: 'x', events: null } }, errors } });
    });
    await page.goto(product.url() + events('?range=last-month'));
    await page.getByText(/^200 of [\d,]+ read$/).waitFor();
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page.getByText('Too many requests. Reading continues automatically.').waitFor();
    await page.getByText(/^400 of [\d,]+ read$/).waitFor();
  });

  it('say that they were refused, while what was counted stays', async () => {
    const { page } = await product.open('/icon.svg', await product.signInOwner());
    await refuseFields(page, ['events']);
    await page.goto(product.url() + events());
    expect(await sheetsThatSay(page, 'Too many requests.')).toEqual(['Events']);
    expect(await page.getByRole('alert').allTextContents()).toEqual(['A part of this page was refused.']);
    expect(await page.locator('.count').first().textContent()).toMatch(/^[\d,]+$/);
  });

  it('stay while their counts are refused', async () => {
    const { page } = await product.open('/icon.svg', await product.signInOwner());
    await refuseFields(page, ['stats']);
    await page.goto(product.url() + events());
    await page.getByText('Too many requests.').waitFor();
    await page.getByText(/^200 read$/).waitFor();
    expect(await page.getByText('Too many requests.').count()).toBe(1);
  });

  it('say so if the filters leave none, and offer all', async () => {
    const { page } = await product.open(events('?bot=NoSuchBot'));
    await page.getByRole('heading', { name: 'No events on these days' }).waitFor();
    await page.getByRole('button', { name: 'Show all events' }).click();
    await page.waitForURL(`**${events()}`);
    await page.getByText(/^200 of [\d,]+ read$/).waitFor();
  });

  it('need a session, and come back after signing in', async () => {
    const { page } = await product.open(events('?type=bot'), { signedIn: false });
    await page.waitForURL(`**/sign-in?to=${encodeURIComponent(events('?type=bot'))}`);
  });

  it('of a page are behind its name on the overview', async () => {
    const { page } = await product.open(`/sites/${product.siteId()}?range=7d`);
    await page.getByRole('link', { name: '/pricing' }).click();
    await page.waitForURL('**/events?range=7d&page=%2Fpricing');
    await rowOf(page, '/pricing').first().waitFor();
  });
});

describe('live events', () => {
  it('appear after they were sent', async () => {
    const { page } = await openWithClock('?page=/live');
    await page.getByRole('heading', { name: 'No events on these days' }).waitFor();
    await product.record(visit('/live', { status: 404 }));
    await page.clock.fastForward(5_000);
    await rowOf(page, '/live').waitFor();
    expect(await rowOf(page, '/live').textContent()).toMatch(/Bot visitGPTBotOpenAI\/live404XX$/);
  });

  it('wait above a reader who has scrolled on', async () => {
    const { page } = await openWithClock();
    await page.getByText(/^200 of [\d,]+ read$/).waitFor();
    await page.mouse.wheel(0, 1_000);
    await page.getByText('Paused while you scroll').waitFor();
    const counts = await countsOf(page);
    await product.record(visit('/above'));
    await page.clock.fastForward(2_000);
    await page.clock.fastForward(5_000);
    const above = page.getByRole('button', { name: /new events? above/ });
    await above.waitFor();
    expect(await rowOf(page, '/above').count()).toBe(0);
    // the counts go on with the list, and are not asked for with it
    expect((await countsOf(page)).map((count, index) => count - (counts[index] ?? 0))).toEqual([1, 1, 0, 0]);
    await above.click();
    await rowOf(page, '/above').first().waitFor();
    expect(await above.count()).toBe(0);
  });

  it('that are more than one page has are a gap, which the reader closes by going up', async () => {
    const { page } = await openWithClock();
    await page.getByText(/^200 of [\d,]+ read$/).waitFor();
    await page.mouse.wheel(0, 1_000);
    await page.getByText('Paused while you scroll').waitFor();
    await product.record(...Array.from({ length: 250 }, (_, n) => visit(`/gap/${n}`)));
    await page.clock.fastForward(2_000);
    await page.clock.fastForward(5_000);
    const above = page.getByRole('button', { name: 'Many new events above' });
    await above.waitFor();
    expect(await rowOf(page, '/gap/').count()).toBe(0);
    await above.click();
    await page.getByText('More came in than one page has. The list was read again.').waitFor();
    await rowOf(page, '/gap/').first().waitFor();
    expect(await above.count()).toBe(0);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page.getByText(/^400 of [\d,]+ read$/).waitFor();
  });

  it('pause while the tab is hidden, and when the reader says so', async () => {
    const { page, asked } = await openWithClock('?page=/hidden');
    await page.getByRole('heading', { name: 'No events on these days' }).waitFor();
    const live = page.getByRole('button', { name: 'Live' });
    await setVisibility(page, 'hidden');
    await page.getByText('Paused while the tab is hidden').waitFor();
    await page.clock.fastForward(60_000);
    await live.click();
    await setVisibility(page, 'visible');
    await page.getByText('Paused by you').waitFor();
    await page.clock.fastForward(60_000);
    expect(asked).toHaveLength(1);
    await Promise.all([page.waitForRequest('**/graphql'), live.click()]);
    await expect.poll(() => asked.length).toBe(2);
  });

  it('leave the last requests of a budget to others', async () => {
    const { page, asked } = await openWithClock('?page=/budget');
    await page.getByRole('heading', { name: 'No events on these days' }).waitFor();
    await page.route('**/graphql', async (route) => {
      const { data } = (await (await route.fetch()).json()) as { data: { site: object } };
      const account = { budgets: [{ operation: 'events', remaining: 9 }] };
      await route.fulfill({ json: { data: { ...data, account } } });
    });
    await page.clock.fastForward(5_000);
    await page.getByText('Paused for a minute: fewer than 10 requests are left').waitFor();
    const before = asked.length;
    await page.clock.fastForward(50_000);
    expect(asked).toHaveLength(before);
  });

  it.each([390, 1280])('with any text fit in at %d px', async (width) => {
    const texts = ['/<script>alert(1)</script>', '/\u202Eright-to-left', '/👩‍👩‍👧‍👦/é', `/${'long'.repeat(500)}`];
    await product.record(...texts.map((path) => visit(path, { bot_name: `<b>${'N'.repeat(40)}` })));
    const { page, faults } = await product.open(events('?range=today'), {
      viewport: { width, height: 900 },
    });
    await rowOf(page, 'alert(1)').first().waitFor();
    const shown = texts.map((text) => text.replace('\u202E', '%E2%80%AE')).sort();
    expect((await cells(page, 'p')).slice(0, 4).sort()).toEqual(shown);
    const heights = 'Array.from(document.querySelectorAll("tbody tr:has(.p)"), (row) => row.offsetHeight)';
    expect(new Set(await page.evaluate<number[]>(heights))).toEqual(new Set([width === 390 ? 60 : 36]));
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(faults).toEqual([]);
  });

  it.each([390, 1280])('with large values show them in short at %d px', async (width) => {
    const value = 123_456_789_012.5;
    await product.record({ type: 'conversion', page_path: '/large', event_name: 'sale', event_value: value });
    const { page } = await product.open(events('?range=today&page=%2Flarge'), {
      viewport: { width, height: 900 },
    });
    await rowOf(page, 'sale').first().waitFor();
    const cell = page.locator('td.v').first();
    expect(await cell.textContent()).toBe('123.5B');
    expect(await cell.locator('[title]').getAttribute('title')).toBe('123,456,789,012.50');
    if (width > 640)
      expect(await cell.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0);
  });
});
