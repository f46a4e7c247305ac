import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { SourcePartsFragment } from '../../src/dashboard/generated/graphql.ts';
import { sourceParts } from '../support/source-parts.ts';
import { expectFitsAndIsAccessible, useProduct } from './product.ts';
import { withSources } from './sources.ts';

const product = useProduct({ own: true });
let owner: Awaited<ReturnType<typeof product.signInOwner>>;

beforeAll(async () => {
  owner = await product.signInOwner();
});

const pathOf = (way = '') => `/sites/${product.siteId()}/traffic-in${way}`;

const live = (page: Page) => page.getByRole('region', { name: 'What has arrived' });

/** Makes the key of a way in place. */
async function makeKey(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Make (?:the|another) key$/ }).click();
  return (await page.locator('.secret code').textContent()) ?? '';
}

it('the ways are links that a search by what people run finds', async () => {
  const { page, faults } = await product.open(pathOf(), owner);
  const search = page.getByRole('searchbox', { name: /^What does your site run on/ });
  await search.fill('k8s');
  const ways = page.getByRole('main').locator('li a');
  await expect.poll(() => ways.allInnerTexts()).toEqual([expect.stringContaining('Kubernetes')]);
  await search.fill('abacus');
  await page.getByText('Nothing by that name').waitFor();
  expect(await ways.count()).toBe(0);
  await page.getByRole('link', { name: 'Anything else' }).click();
  await page.waitForURL(`**${pathOf('/anything-else')}`);
  await page.getByRole('heading', { name: 'Anything else', level: 1 }).waitFor();
  await page.goto(product.url() + pathOf('/by-pigeon'));
  await page.getByText('There is no such page').waitFor();
  expect(faults).toEqual([]);
});

it('a key that is made in place is in what is copied until the page is left, and what comes with it is seen', async () => {
  const { page, faults } = await product.open(pathOf('/anything-else'), owner);
  expect(await page.locator('pre').innerText()).toContain('Bearer YOUR_KEY');
  const key = await makeKey(page);
  await live(page).getByText('Waiting for the first record').waitFor();
  expect(await page.locator('button:focus').innerText()).toContain('Copy');
  expect(await page.locator('pre').innerText()).toContain(`Bearer ${key}`);
  await expectFitsAndIsAccessible(page, [390, 768, 1280, 1920]);

  const { status } = await fetch(`${product.url()}/collect/sites/${product.siteId()}/events`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body: JSON.stringify({ type: 'bot', page_path: '/by-hand', user_agent: 'GPTBot/1.2' }),
  });
  expect(status).toBe(200);
  await live(page).getByText('It works: events are recorded').waitFor();
  await live(page).getByText('1 event of 1 record so far.').waitFor();

  await page.getByRole('link', { name: 'All ways in' }).click();
  await page.getByRole('link', { name: /^Anything else/ }).click();
  await page.getByText('You made one on').waitFor();
  expect(await page.locator('pre').innerText()).toContain(`Bearer st_…${key.slice(-4)}`);
  expect(await page.content()).not.toContain(key);
  expect(faults).toEqual([]);
});

it('a drain checks who delivers, once its key is made', async () => {
  const { page } = await product.open(pathOf('/google-cloud'), owner);
  const enter = page.getByRole('button', { name: 'Enter the audience' });
  await enter.waitFor();
  expect(await enter.isDisabled()).toBe(true);
  const key = await makeKey(page);
  expect(await page.locator('pre').first().innerText()).toContain(`${product.url()}/drain/${key}'`);
  await enter.click();
  await page.getByLabel('Audience').fill('site-traffic');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. It counts from the next delivery on.').waitFor();
});

it('traffic of its own is excluded from a site, and what is no address is refused beside the field', async () => {
  const { page } = await product.open('/settings/sites', owner);
  const save = page.getByRole('button', { name: 'Save' });
  const exclude = async () => {
    await page.getByRole('button', { name: 'Change Demo' }).click();
    await page.getByRole('button', { name: 'Exclude its own traffic' }).click();
  };
  await exclude();
  await page.getByLabel('Addresses').fill('192.0.2.300');
  await page.getByLabel('Paths').fill('/health\n\n /internal/** ');
  await save.click();
  await page
    .getByRole('alert')
    .getByText(/^Must be addresses .* got "192\.0\.2\.300"\.$/)
    .waitFor();
  await page.getByLabel('Addresses').fill('192.0.2.0/24');
  await save.click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await exclude();
  const kept = ['Addresses', 'Paths'].map((label) => page.getByLabel(label).inputValue());
  expect(await Promise.all(kept)).toEqual(['192.0.2.0/24', '/health\n/internal/**']);
});

const WINDOW = { records: 412, events: 0, repeats: 0, skipped: [] };
const AT = '2026-11-20T10:00:00.000Z';

const STATES: readonly (readonly [heading: string, source: Partial<SourcePartsFragment>, says: string])[] = [
  ['It works: records arrive', { window: WINDOW }, '412 records so far'],
  [
    'No record could be read',
    { window: WINDOW, limits: [{ code: 'unreadable', remedy: 'Send lines.' }] },
    'Send lines.',
  ],
  [
    'Records have no user agent',
    { window: WINDOW, limits: [{ code: 'no-user-agent', remedy: 'Select it.' }] },
    'Select it.',
  ],
  [
    'Records are for another host',
    { window: { ...WINDOW, skipped: [{ reason: 'other-host', count: 412, sample: 'GET shop.example/' }] } },
    'GET shop.example/',
  ],
  [
    'A delivery was refused',
    { lastRefusal: { at: AT, status: 401, reason: 'No signature.' } },
    'No signature.',
  ],
  ['This month is full', { lastRefusal: { at: AT, status: 429, reason: 'No room.' } }, 'You can still read'],
];

it('what has arrived is told in one place, and announced by its heading alone', async () => {
  const shown = { sources: [] as readonly SourcePartsFragment[] };
  const { page } = await product.open(pathOf('/vercel'), {
    ...{ ...owner, once: true },
    prepare: async (window) => {
      await window.clock.install();
      await withSources(window, shown);
    },
  });
  await live(page).getByText('Waiting for the first record').waitFor();
  for (const [heading, source, says] of STATES) {
    shown.sources = [sourceParts({ sender: 'vercel', ...source })];
    await page.clock.runFor(5000);
    await live(page).getByText(says).waitFor();
    expect(await live(page).getByRole('status').innerText()).toBe(heading);
  }
  await page.route('**/graphql', (route) => route.abort());
  await page.clock.runFor(5000);
  await live(page).getByText('What you send may still be recorded').waitFor();
  expect(await live(page).getByRole('status').innerText()).toBe('Could not check');
});
