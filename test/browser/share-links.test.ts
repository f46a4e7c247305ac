import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { expectFitsAndIsAccessible, useProduct } from './product.ts';
import { answerRobots, bot, obedienceOf, reachOf, section } from './robots-answers.ts';

const product = useProduct({ own: true });
let owner: Awaited<ReturnType<typeof product.signInOwner>>;

beforeAll(async () => {
  owner = await product.signInOwner();
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const NOT_VALID = 'This link is not valid';

/** The first and the last of the days that an overview shows. */
async function shownDays(page: Page): Promise<readonly [string, string]> {
  const dayIn = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
  return [await dayIn('From'), await dayIn('To')];
}

/** Makes a link as its owner does, and returns its path. */
async function makeLink(page: Page, name: string, start = '', shows?: string): Promise<string> {
  await page.goto(`${product.url()}/sites/${product.siteId()}/share-links`);
  await press(page, 'New link');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByLabel('First day shown').fill(start);
  if (shows !== undefined) await page.getByLabel(shows).check();
  await press(page, 'Make the link');
  const link = (await page.locator('.secret code').textContent()) ?? '';
  expect(link).toMatch(new RegExp(`^${product.url()}/share#[\\w-]{43}$`));
  await press(page, 'I have stored it');
  await page.locator('.secret').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Revoke ${name}` }).waitFor();
  expect(await page.content()).not.toContain(link.slice(-43));
  return link.slice(product.url().length);
}

async function revokeLink(page: Page, name: string): Promise<void> {
  await press(page, `Revoke ${name}`);
  const dialog = page.getByRole('alertdialog', { name: `Revoke “${name}”?` });
  expect(await dialog.locator('button:focus').textContent()).toBe('Keep it');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: `Revoke ${name}` }).waitFor({ state: 'detached' });
}

const readAgain = (page: Page) => page.evaluate("dispatchEvent(new Event('online'))");

it('what owners and viewers see of share links is accessible, and does nothing that it should not', async () => {
  const { page, faults } = await product.open('/sign-in', owner);
  const path = await makeLink(page, 'for anyone');
  await expectFitsAndIsAccessible(page);
  await press(page, 'New link');
  await page.locator('dialog[open]').waitFor();
  await expectFitsAndIsAccessible(page);

  const { page: other, faults: others } = await product.open(path, { signedIn: false });
  await other.getByText('Other pages').waitFor();
  await expectFitsAndIsAccessible(other);
  expect([...faults, ...others]).toEqual([]);
  await other.goto(`${product.url()}/share#unknown`);
  await other.getByRole('heading', { name: NOT_VALID }).waitFor();
  await expectFitsAndIsAccessible(other);
});

it('a link shows the overview within its days to someone else, until it is revoked', async () => {
  const { page } = await product.open(`/sites/${product.siteId()}`, owner);
  await page.getByText('Other pages').waitFor();
  const [start, end] = await shownDays(page);
  const totals = await page.locator('.kpi .big').allTextContents();
  await page.getByRole('link', { name: 'Share' }).click();
  await page.waitForURL('**/share-links');
  const path = await makeLink(page, 'Board', start);

  const { page: other, faults } = await product.open(path, { signedIn: false });
  await other.waitForURL(/\/share\/\d+/);
  await other.getByText('Other pages').waitFor();
  expect(await shownDays(other)).toEqual([start, end]);
  expect(await other.locator('.kpi .big').allTextContents()).toEqual(totals);
  expect(await other.getByRole('link').count()).toBe(0);
  expect(await other.getByRole('button', { name: 'Not compared' }).count()).toBe(1);
  const presets = await other.locator('#range .menu button').allTextContents();
  expect(presets.map((text) => text.slice(0, -1))).toEqual(
    expect.arrayContaining(['Today', 'Yesterday', 'Last 7 days', 'Last 30 days']),
  );
  expect(presets.join()).not.toContain('Last 90 days');

  await other.keyboard.press('w');
  await other.getByRole('button', { name: 'Last 7 days' }).first().waitFor();
  await other.waitForURL('**?range=7d');
  await other.getByRole('button', { name: 'Before' }).waitFor();
  await other.goto(`${other.url().split('?')[0] ?? ''}?start=2020-01-01&end=${end}`);
  await other.getByText('Other pages').waitFor();
  expect(await shownDays(other)).toEqual([start, end]);
  expect(faults).toEqual([]);

  await page.reload();
  await page.getByText(/ago/).first().waitFor();
  await revokeLink(page, 'Board');
  await readAgain(other);
  await other.getByRole('heading', { name: NOT_VALID }).waitFor();
  expect(await other.getByText('Other pages').count()).toBe(0);
  await other.goto(product.url() + path);
  await other.getByRole('heading', { name: NOT_VALID }).waitFor();
  expect(other.url()).toBe(`${product.url()}/share`);
});

it('a day or a number that is typed only in part is not sent as none, which would share all days', async () => {
  const { page } = await product.open(`/sites/${product.siteId()}/share-links`, owner);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await press(page, 'New link');
  const dialog = page.getByRole('dialog', { name: 'New share link' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('in part');
  // month and day
  await dialog.getByLabel('First day shown').pressSequentially('0314');
  await dialog.getByLabel('Days until it expires').fill('');
  await dialog.getByLabel('Days until it expires').pressSequentially('1e');
  await press(page, 'Make the link');
  expect(await dialog.getByRole('alert').allTextContents()).toEqual([
    ...['Must be a complete date that exists.', 'Must be a number.'],
  ]);
  expect(sent.filter((body) => body.includes('createShareLink'))).toEqual([]);
  await dialog.getByLabel('First day shown').fill('2026-03-14');
  await dialog.getByLabel('Days until it expires').fill('7');
  await press(page, 'Make the link');
  await press(page, 'I have stored it');
  await page.getByRole('button', { name: 'Revoke in part' }).waitFor();
});

it('a view shows when nothing was recorded', async () => {
  const { page } = await product.open('/sign-in', owner);
  const path = await makeLink(page, 'gaps');
  const { page: other, faults } = await product.open('/share', { signedIn: false });
  await other.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    const { timeseries } = json.data.site ?? {};
    const days = timeseries?.data.map(({ startsAt }: { readonly startsAt: string }) => startsAt);
    if (timeseries) timeseries.gaps = [{ from: days[3], until: days[5] }];
    await route.fulfill({ response, json });
  });
  await other.getByRole('heading', { name: NOT_VALID }).waitFor();
  await other.goto(product.url() + path);
  const chart = other.getByRole('region', { name: 'Over time' });
  await chart.getByText(/^No recording from .+ UTC\.$/).waitFor();
  expect(await chart.locator('.plot .gap').count()).toBe(3);
  expect(faults).toEqual([]);
});

it('an owner who opens a link sees what it shows, and stays signed in', async () => {
  const { page, faults } = await product.open('/sign-in', owner);
  const path = await makeLink(page, 'own');
  await page.goto(product.url() + path);
  await page.waitForURL(/\/share\/\d+/);
  await page.getByText('Other pages').waitFor();
  expect(await page.getByRole('link').count()).toBe(0);
  await page.goto(`${product.url()}/settings/account`);
  await page.getByRole('region', { name: 'Audit log' }).getByText('Made a share link').first().waitFor();
  expect(faults).toEqual([]);
});

it('a page that says that a link is not valid opens another one that is put into its address', async () => {
  const { page: ours } = await product.open('/sign-in', owner);
  const path = await makeLink(ours, 'second try');
  const { page } = await product.open('/share#x', { signedIn: false });
  await page.getByRole('heading', { name: NOT_VALID }).waitFor();
  await page.goto(product.url() + path);
  await page.getByText('Other pages').waitFor();
});

it('a link that is refused for a while, or not answered, is tried again when the reader says so', async () => {
  const { page: ours } = await product.open('/sign-in', owner);
  const path = await makeLink(ours, 'patience');
  const { page } = await product.open('/share', { signedIn: false });
  await page.getByRole('heading', { name: NOT_VALID }).waitFor();
  await page.route('**/session/share', (route) =>
    route.fulfill({ status: 429, json: { error: 'Wait 7 seconds.', code: 'RATE_LIMITED' } }),
  );
  await page.goto(product.url() + path);
  await page.getByRole('alert').getByText('Wait 7 seconds.').waitFor();
  await page.route('**/session/share', (route) => route.abort());
  await press(page, 'Try again');
  await page.getByText('The server does not respond.').waitFor();
  await page.unroute('**/session/share');
  await press(page, 'Try again');
  await page.getByText('Other pages').waitFor();
});

it('a view keeps what it read while requests are refused, and counts down', async () => {
  const { page: ours } = await product.open('/sign-in', owner);
  const { page } = await product.open(await makeLink(ours, 'busy'), { signedIn: false });
  await page.getByText('Other pages').waitFor();
  const errors = [
    { message: 'x', path: ['site', 'stats'], extensions: { code: 'RATE_LIMITED', retry_after: 30 } },
  ];
  await page.route('**/graphql', (route) => route.fulfill({ json: { data: { site: null }, errors } }));
  await readAgain(page);
  await page.getByText('Too many requests.').first().waitFor();
  expect(await page.getByText('Other pages').isVisible()).toBe(true);
});

it('a link that was made to show notes shows them, and lets nobody change them', async () => {
  const { page } = await product.open(`/sites/${product.siteId()}`, owner);
  await press(page, 'Add a note');
  await page.getByRole('textbox', { name: 'Note' }).fill('moved to a CDN');
  await press(page, 'Add the note');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  const path = await makeLink(page, 'with notes', '', 'Show the notes to these days, too');
  const { page: other } = await product.open(path, { signedIn: false });
  await other.getByRole('button', { name: /note: moved to a CDN/ }).click();
  const card = other.locator('.told-card:popover-open');
  await card.getByText('moved to a CDN').waitFor();
  expect(await card.getByRole('button').count()).toBe(0);
  expect(await other.getByRole('button', { name: 'Add a note' }).count()).toBe(0);

  // the alerts are not shared, so nothing says how many there are
  const strip = other.locator('.told');
  expect(await strip.locator('.told-h p').innerText()).toBe('1 note');
  await other.goto(`${other.url().split('?')[0] ?? ''}?range=yesterday`);
  await strip.getByText('0 notes').waitFor();
  expect(await strip.getByText(/ alerts/).count()).toBe(0);
});

it('a view shows the rules and the reach of its days, and no way to what it does not show', async () => {
  const { page: ours } = await product.open('/sign-in', owner);
  const path = await makeLink(ours, 'robots');
  const { page } = await product.open('/share', { signedIn: false });
  const obedience = obedienceOf([bot('GPTBot', 'OpenAI', [3, 4, 5])]);
  const asked = await answerRobots(page, () => ({ obedience, reach: reachOf([section('/blog/', 1, 2, 3)]) }));
  await page.getByRole('heading', { name: NOT_VALID }).waitFor();
  await page.goto(product.url() + path);
  await page.getByRole('row', { name: 'Total; 5 more are unknown 7 3' }).waitFor();
  await page.getByRole('row', { name: '/blog/ 6 3' }).waitFor();
  expect(await page.getByRole('link').count()).toBe(0);
  expect(asked.map(({ query }) => /query (\w+)/.exec(query)?.[1]).sort()).toEqual([
    'ReachSummary',
    'SharedObedience',
  ]);
});
