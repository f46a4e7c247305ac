import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectFitsAndIsAccessible, seriousFindings, useProduct } from './product.ts';

const product = useProduct({ own: true });
let owner: Awaited<ReturnType<typeof product.signInOwner>>;

beforeAll(async () => {
  owner = await product.signInOwner();
});

const UNAUTHORIZED = 'status of 401';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function recordWith(key: string, siteId: string): Promise<number> {
  const { status } = await fetch(`${product.url()}/collect/sites/${siteId}/events`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body: JSON.stringify({ type: 'bot', page_path: '/', user_agent: 'GPTBot/1.2' }),
  });
  return status;
}

async function readWith(key: string): Promise<number> {
  const { status } = await fetch(`${product.url()}/api/v1/sites`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  return status;
}

async function addSite(page: Page, domain: string): Promise<void> {
  await press(page, 'Add a site');
  await page.getByLabel('Domain').fill(domain);
  await press(page, 'Add the site');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** The dialog that is open is accessible, and as wide as it is shown. */
async function expectDialogFits(page: Page): Promise<void> {
  const dialog = page.locator('dialog[open]');
  await dialog.waitFor();
  await expectFitsAndIsAccessible(page);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  }
}

it('its dialogs are accessible at every width and in both themes', async () => {
  const { page, faults } = await product.open('/settings/keys', owner);
  await page
    .getByRole('button', { name: /^Revoke / })
    .first()
    .click();
  await expectDialogFits(page);
  await press(page, 'Keep it');
  await press(page, 'New key');
  await expectDialogFits(page);
  await page.goto(`${product.url()}/settings/account`);
  await press(page, 'Change the password');
  await expectDialogFits(page);
  await page.goto(`${product.url()}/settings/sites`);
  await press(page, 'Change Demo');
  await press(page, 'Exclude its own traffic');
  await expectDialogFits(page);
  expect(faults).toEqual([]);
});

it('a key is not lost by leaving its dialog while it is made', async () => {
  const { page } = await product.open('/settings/keys', owner);
  await press(page, 'New key');
  await page.getByRole('textbox', { name: 'Name' }).fill('patience');
  let answer = () => Promise.resolve();
  const asked = new Promise<void>((resolve) => {
    void page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('createKey')) return route.fallback();
      answer = () => route.continue();
      resolve();
    });
  });
  await press(page, 'Make the key');
  await asked;
  for (let times = 0; times < 3; times++) await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel' }).click({ force: true });
  await answer();
  const heading = page.getByRole('heading', { name: 'Copy the key now' });
  await heading.waitFor();
  for (let times = 0; times < 3; times++) await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  // a browser closes a dialog at the second Esc, whatever the page says, and then it is opened again
  await page.locator('.secret code').click();
  await page.keyboard.press('Control+C');
  await page.keyboard.press('Escape');
  await heading.waitFor({ state: 'detached' });
});

describe('GraphiQL', () => {
  it('completes and runs what a signed-in owner types, without a key, and its policy refuses none of it', async () => {
    const { page, faults } = await product.open('/graphql', owner);
    const editor = page.locator('.graphiql-query-editor .view-lines');
    await editor.getByText('eventsThisMonth').waitFor({ state: 'attached' });
    expect(faults).toEqual([]);
    await editor.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    // The editor closes a bracket that is typed only once it has tokenized the line, so the brackets are pasted. GraphiQL
    // learns a little later how the operation is named, and sends the name it knows: this one keeps the name.
    await page.keyboard.insertText('query Sites { sites { id  } }');
    for (let characters = 0; characters < 4; characters++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('dom');
    await page.locator('.suggest-widget').getByText('domain').waitFor();
    await page.keyboard.press('Enter');
    // the button sends what is in the editor, so a document that is not whole would never get this answer
    await expect
      .poll(async () => (await editor.innerText()).replaceAll('\u00a0', ' '))
      .toBe('query Sites { sites { id domain } }');
    await page.getByRole('button', { name: 'Execute query' }).click();
    await page.getByText('"example.com"').waitFor();
    await editor.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Command Palette' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('has no style of a style element that came as HTML', async () => {
    const { page, faults } = await product.open('/graphql', owner);
    const styled = `(document.body.insertAdjacentHTML('beforeend', '<style>body { --came: in }</style>'),
      getComputedStyle(document.body).getPropertyValue('--came'))`;
    expect(await page.evaluate(styled)).toBe('');
    await expect.poll(() => faults).toEqual([expect.stringContaining('inline style')]);
  });
});

it('the events that are shown are exported as a file', async () => {
  const { page } = await product.open(`/sites/${product.siteId()}/events?range=7d&type=bot`, owner);
  await press(page, 'Export these events');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^example\.com-bot-visits-[-\d]{21}\.csv$/);
  const rows = (await text(await download.createReadStream())).split('\r\n').slice(1, -1);
  expect(new Set(rows.map((row) => row.split(',')[1]))).toEqual(new Set(['bot']));
});

it('a key is shown once, reads until it is revoked, and is then refused', async () => {
  const { page, faults } = await product.open('/settings/keys', owner);
  await press(page, 'New key');
  await press(page, 'Make the key');
  await page.getByRole('alert').getByText('The name must be one line').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('nightly export');
  await press(page, 'Make the key');
  const secret = page.locator('.secret code');
  await secret.click();
  const key = String(await page.evaluate('getSelection().toString().trim()'));
  expect(key).toBe(await secret.textContent());
  expect(await readWith(key)).toBe(200);
  expect(await seriousFindings(page)).toEqual([]);
  await press(page, 'I have stored it');
  await secret.waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(key);

  await press(page, 'Rename nightly export');
  await page.getByRole('textbox', { name: 'Name' }).fill('weekly export');
  await press(page, 'Rename');
  const revoke = page.getByRole('button', { name: 'Revoke weekly export' });
  await revoke.click();
  const dialog = page.getByRole('alertdialog', { name: 'Revoke “weekly export”?' });
  expect(await dialog.locator('button:focus').textContent()).toBe('Keep it');
  // the list was read before the key was used
  await dialog.getByText(/^It was last used/).waitFor();
  await page.keyboard.press('Enter');
  expect(await readWith(key)).toBe(200);
  await revoke.click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await revoke.waitFor({ state: 'detached' });
  expect(await readWith(key)).toBe(401);
  expect(faults).toEqual([]);
});

it('a site is added, renamed, kept shorter, and deleted with its domain only', async () => {
  const { page } = await product.open('/settings/sites', owner);
  await addSite(page, 'shop.example.net');
  await press(page, 'Change shop.example.net');
  await press(page, 'Rename');
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await press(page, 'Change Shop');
  await press(page, 'Change how long events are kept');
  await page.getByLabel('Days').fill('0');
  await press(page, 'Save');
  await page.getByRole('alert').getByText('from 1 to 99999').waitFor();
  await page.getByLabel('Days').fill('400');
  await press(page, 'Save');
  const row = page.getByRole('row', { name: /^Shop/ });
  await row.getByText('400 days').waitFor();

  await press(page, 'Change Shop');
  await press(page, 'Delete');
  const domain = page.getByLabel('Type the domain');
  await domain.fill('example.com');
  await press(page, 'Delete the site');
  await page.getByRole('alert').getByText('nothing was deleted').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await domain.fill('shop.example.net');
  await press(page, 'Delete the site');
  await row.waitFor({ state: 'detached' });
  expect(JSON.stringify(await product.readRest('sites'))).not.toContain('shop.example.net');
});

it('a key of a deleted site is listed as one', async () => {
  const { page } = await product.open('/settings/sites', owner);
  await addSite(page, 'gone.example.net');
  await page.goto(`${product.url()}/settings/keys`);
  await press(page, 'New key');
  await page.getByRole('textbox', { name: 'Name' }).fill('of a site');
  await page.getByText('Records to one site. Reads nothing.').click();
  await page
    .locator('select[name=siteId]')
    .selectOption({ label: '\u2068gone.example.net\u2069 (gone.example.net)' });
  await press(page, 'Make the key');
  await press(page, 'I have stored it');
  await page.goto(`${product.url()}/settings/sites`);
  await press(page, 'Change gone.example.net');
  await press(page, 'Delete');
  await page.getByLabel('Type the domain').fill('gone.example.net');
  await press(page, 'Delete the site');
  await page.getByRole('row', { name: /^gone/ }).waitFor({ state: 'detached' });
  await page.goto(`${product.url()}/settings/keys`);
  const row = page.getByRole('row', { name: /^of a site/ });
  await row.getByText('site deleted').waitFor();
  expect(await row.getByRole('button').count()).toBe(0);
  await page.getByRole('heading', { name: /1 of a deleted site$/ }).waitFor();
});

it('a site is begun among all sites, and added in the settings', async () => {
  const { page, faults } = await product.open('/', owner);
  const form = page.getByRole('form', { name: 'Add a site' });
  await form.getByLabel('Domain').fill(' begun.example.net ');
  await form.getByRole('button', { name: 'Add' }).click();
  await page.waitForURL('**/settings/sites');
  const domain = page.getByRole('dialog').getByLabel('Domain');
  expect(await domain.inputValue()).toBe('begun.example.net');
  await press(page, 'Add the site');
  await page.getByRole('row', { name: /^begun/ }).waitFor();
  await page.reload();
  await page.getByRole('row', { name: /^begun/ }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(faults).toEqual([]);
});

it('the audit log shows older entries page by page', async () => {
  const { page } = await product.open('/settings/account', owner);
  const audit = page.getByRole('region', { name: 'Audit log' });
  await audit.getByText('Signed in').first().waitFor();
  const older = audit.getByRole('button', { name: 'Older' });
  expect(await older.count()).toBe(0);
  const page50 = (from: number, entry: object) =>
    Array.from({ length: 50 }, (_, n) => ({
      ...entry,
      id: `audit_${from - n}`,
      detail: `entry ${from - n}`,
    }));
  const asked: string[] = [];
  let known: object = {};
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    const [entry] = data.account.audit;
    const { after } = route.request().postDataJSON().variables;
    if (after !== undefined) asked.push(after);
    const entries = after === undefined ? page50(1100, entry ?? known) : page50(1050, known).slice(0, 7);
    if (entry) known = entry;
    const account = { ...data.account, audit: entries };
    await route.fulfill({ json: { data: { ...data, account } } });
  });
  await page.reload();
  await audit.getByText('entry 1051', { exact: true }).waitFor();
  expect(await audit.getByText('entry 1050', { exact: true }).count()).toBe(0);
  await older.click();
  await audit.getByText('entry 1044', { exact: true }).waitFor();
  expect([asked, await older.count()]).toEqual([['audit_1051'], 0]);
  expect(await audit.getByText('entry 1100', { exact: true }).count()).toBe(1);
});

it('the sheets of the account end together, however many sites and sessions there are', async () => {
  const { page } = await product.open('/sign-in', owner);
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    const many = (one: object, key: string) =>
      Array.from({ length: 6 }, (_, n) => ({ ...one, id: `${key}_${n}`, isCurrent: n === 0 }));
    const [session] = data.account.sessions ?? [];
    const account = { ...data.account, ...(session && { sessions: many(session, 'session') }) };
    await route.fulfill({ json: { data: { ...data, account, sites: many(data.sites[0], 'site') } } });
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${product.url()}/settings/account`);
  await page.getByText('4 more sites').waitFor();
  const empty = await page.evaluate<readonly number[]>(`Array.from(document.querySelectorAll('.cols .sheet'),
    (sheet) => Math.round(sheet.getBoundingClientRect().bottom -
      Math.max(...Array.from(sheet.querySelectorAll('li, p, dd, tr, button'), (part) => part.getBoundingClientRect().bottom))))`);
  expect(empty.filter((px) => px > 60)).toEqual([]);
  await press(page, 'All 6 sessions');
  await expect.poll(() => page.getByRole('dialog').getByRole('row').count()).toBe(7);
});

it('a site without events shows how to get traffic in, and its overview when the first event is there', async () => {
  const { page } = await product.open('/settings/sites', owner);
  await addSite(page, 'empty.example.net');
  await page.getByRole('link', { name: 'empty.example.net' }).click();
  await page.getByText('Waiting for the first event').waitFor();
  const url = page.url();
  const siteId = url.slice(url.lastIndexOf('/') + 1);
  await page.getByRole('link', { name: /^nginx/ }).click();
  await page.getByText(`node dist/cli.js logs follow --site ${siteId} /var/log/nginx/access.log`).waitFor();
  await page.getByRole('link', { name: 'All ways in' }).click();
  await page.getByRole('link', { name: /^Anything else/ }).click();
  await press(page, 'Make the key');
  const key = (await page.locator('.secret code').textContent()) ?? '';
  await page.goto(url);
  await page.getByText('Waiting for the first event').waitFor();
  expect(await recordWith(key, siteId)).toBe(200);
  await page.getByText('Recording', { exact: true }).waitFor();
  await page.getByText('Other pages').or(page.getByText('Top pages')).first().waitFor();
});

it('shortcuts can be turned off', async () => {
  const { page } = await product.open('/settings/account', owner);
  await page.getByLabel('Shortcuts in this browser').uncheck();
  await page.getByRole('heading', { name: 'Account', level: 1 }).click();
  await page.keyboard.press('?');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByLabel('Shortcuts in this browser').check();
  await page.getByRole('heading', { name: 'Account', level: 1 }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await page.waitForURL('**/settings/keys');
});

it('a password is chosen, another browser signs in with it, and is signed out from here', async () => {
  const { page } = await product.open('/settings/account', owner);
  const email = (await page.locator('.dl dd').first().textContent()) ?? '';
  const change = async (current: string, next: string) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password').fill(next);
    await press(page, 'Change it');
  };
  await press(page, 'Change the password');
  await page.getByText('10 to 1,000 characters.', { exact: true }).waitFor();
  await change('', 'short');
  await page.getByRole('alert').getByText('The password must have 10 to 1,000 characters.').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await change('', 'a long first secret');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await press(page, 'Change the password');
  await change('not that one', 'a long second secret');
  await page.getByRole('alert').getByText('The current password is wrong').waitFor();
  await change('a long first secret', 'a long second secret');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const { page: other, faults } = await product.open('/settings/keys', { signedIn: false });
  const signIn = async () => {
    await other.getByLabel('E-mail').fill(email);
    await other.getByLabel('Password').fill('a long second secret');
    await press(other, 'Sign in');
    await other.waitForURL('**/settings/keys');
    await other.getByRole('heading', { name: /active key/ }).waitFor();
  };
  await signIn();
  await page.reload();
  await press(page, 'Sign out everywhere else');
  await press(page, 'End the others');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await other.evaluate("dispatchEvent(new Event('online'))");
  await other.getByText('You are signed out.').waitFor();
  await other.getByRole('link', { name: 'Sign in' }).click();
  await signIn();
  expect(faults.filter((fault) => !fault.includes(UNAUTHORIZED))).toEqual([]);

  await page.reload();
  const audit = page.getByRole('region', { name: 'Audit log' });
  await audit.getByText('Ended all other sessions').waitFor();
  expect(await audit.getByText('Changed the password').count()).toBe(2);
});
