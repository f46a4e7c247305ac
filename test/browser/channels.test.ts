import type { Locator, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { channelParts, useReceiver, withChannels } from './channels.ts';
import { expectFitsAndIsAccessible, useProduct } from './product.ts';

const product = useProduct({ env: () => ({ NOTIFY_PRIVATE_NETWORKS: 'yes' }) });
const receiver = useReceiver();

const press = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' }).click();

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });

const choose = async (page: Page, channel: string, deed: string | RegExp) => {
  await press(page, `More for ${channel}`);
  await press(page.locator('[popover]:popover-open'), deed);
};

async function beginChannel(page: Page, kind: string): Promise<Locator> {
  await page.locator('.controls').getByRole('button', { name: 'Add a channel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a channel' });
  await dialog.getByRole('radio', { name: new RegExp(`^${kind}`) }).check();
  return dialog;
}

/** Adds a channel whose test is delivered. */
async function addNtfy(page: Page, name: string, digest = false): Promise<void> {
  receiver.answer(200);
  const dialog = await beginChannel(page, 'ntfy');
  await dialog.getByLabel('Topic address').fill(receiver.url(`/topic-of-${name}`));
  await dialog.getByLabel('Name').fill(name);
  if (digest) await dialog.getByLabel('Digest').check();
  await press(dialog, 'Add and send a test');
  await dialog.getByText(/^Delivered in \d/).waitFor();
  await press(dialog, 'Done');
  await rowOf(page, name).waitFor();
}

describe('a webhook', () => {
  it('whose test fails is changed with what was typed, and its secret then verifies the test', async () => {
    const { page, faults } = await product.open('/settings/alerts');
    const dialog = await beginChannel(page, 'Webhook');
    await dialog.getByLabel('Address', { exact: true }).fill(receiver.url('/not-yet'));
    await dialog.getByLabel('Name').fill('on call');
    await dialog.getByLabel('All alerts').uncheck();
    await dialog.getByLabel('Surges').check();
    await expectFitsAndIsAccessible(page);
    receiver.answer(500);
    await press(dialog, 'Add and send a test');
    await dialog.getByRole('alert').getByText('500 Internal Server Error: said the receiver').waitFor();
    await expectFitsAndIsAccessible(page);
    await press(dialog, 'Change it');
    expect(await dialog.getByLabel('Name').inputValue()).toBe('on call');
    expect(await dialog.getByLabel('Surges').isChecked()).toBe(true);
    expect(await dialog.getByLabel('All alerts').isChecked()).toBe(false);
    await dialog.getByRole('alert').getByText('500 Internal Server Error').waitFor();
    receiver.answer(200);
    await dialog.getByLabel('Address', { exact: true }).fill(receiver.url('/hook'));
    await press(dialog, 'Add and send a test');
    await page.getByText(/^on call was added\. The test was delivered in \d/).waitFor();
    const secret = (await page.locator('.secret code').textContent()) ?? '';
    const { body, headers } = receiver.received.at(-1) ?? { body: '', headers: {} };
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'test' });
    await expectFitsAndIsAccessible(page);
    await press(page, 'I have stored it');
    // the one that failed is deleted
    await rowOf(page, 'on call').getByText('Delivered').waitFor();
    expect(await rowOf(page, 'on call').getByRole('cell').first().textContent()).toBe('Surges');
    expect(await page.content()).not.toContain(secret);
    await choose(page, 'on call', /^New secret/);
    await press(page, 'Make the secret');
    await expect.poll(() => page.locator('.secret code').textContent()).toMatch(/^whsec_/);
    expect(await page.locator('.secret code').textContent()).not.toBe(secret);
    await press(page, 'I have stored it');
    expect(faults).toEqual([]);
  });

  it('whose test fails is kept with its secret', async () => {
    const { page } = await product.open('/settings/alerts');
    const dialog = await beginChannel(page, 'Webhook');
    await dialog.getByLabel('Address', { exact: true }).fill(receiver.url('/later'));
    receiver.answer(503);
    await press(dialog, 'Add and send a test');
    await press(dialog, 'Keep it');
    await page.getByText('The test was not delivered.').waitFor();
    await page
      .locator('.secret code')
      .getByText(/^whsec_/)
      .waitFor();
    await press(page, 'I have stored it');
    // it is called as its kind
    await rowOf(page, 'Webhook').getByText('503 Service Unavailable: said the receiver').waitFor();
  });
});

it('a channel is tested, changed, switched off and on, and deleted', async () => {
  const { page, faults } = await product.open('/settings/alerts');
  await addNtfy(page, 'phone');
  const row = rowOf(page, 'phone');
  await row.getByRole('button', { name: /^Send a test/ }).click();
  await row
    .getByRole('status')
    .getByText(/^Delivered in \d+\.\d s$/)
    .waitFor();
  receiver.answer(404);
  await row.getByRole('button', { name: /^Send a test/ }).click();
  await row.getByRole('status').getByText('404 Not Found: said the receiver').waitFor();
  await expectFitsAndIsAccessible(page);

  await choose(page, 'phone', 'Change');
  await expectFitsAndIsAccessible(page);
  await page.getByLabel('Name').fill('');
  await press(page, 'Save');
  await page.getByRole('alert').getByText('The name must be one line').waitFor();
  await page.getByLabel('Name').fill('my phone');
  for (const all of ['All alerts', 'All sites, including new ones'])
    await page.getByRole('checkbox', { name: all }).uncheck();
  for (const one of ['Silence', 'Demo']) await page.getByRole('checkbox', { name: one }).check();
  await press(page, 'Save');
  const changed = rowOf(page, 'my phone');
  await changed.getByText('Silence of 1 site').waitFor();

  await choose(page, 'my phone', 'Switch off');
  await changed.getByText('Switched off').waitFor();
  expect(await changed.getByRole('button', { name: /^Send a test/ }).count()).toBe(0);
  await choose(page, 'my phone', 'Switch on');
  await changed.getByRole('button', { name: /^Send a test/ }).waitFor();

  await choose(page, 'my phone', 'Delete');
  const dialog = page.getByRole('alertdialog', { name: 'Delete “my phone”?' });
  expect(await dialog.locator('button:focus').textContent()).toBe('Keep it');
  await press(dialog, 'Delete the channel');
  await changed.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

it('an e-mail channel is refused at its field where mail is not set up, and nothing that was typed is lost', async () => {
  const { page } = await product.open('/settings/alerts');
  const dialog = await beginChannel(page, 'E-mail');
  await dialog.getByLabel('E-mail address').fill('ops@example.org');
  await dialog.getByLabel('Name').fill('the team');
  await press(dialog, 'Add and send a test');
  await dialog.getByRole('alert').getByText('the operator must set SMTP_URL and MAIL_FROM').waitFor();
  const field = dialog.getByLabel('E-mail address');
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await dialog.getByRole('radio', { name: /^Slack/ }).check();
  expect(await dialog.getByLabel('Webhook address').inputValue()).toBe('ops@example.org');
  expect(await dialog.getByLabel('Name').inputValue()).toBe('the team');
});

it('the digest is weekly or monthly at an hour, shown before it is sent, and sent at once', async () => {
  const { page, faults } = await product.open('/settings/alerts');
  const digest = page.getByRole('region', { name: 'Digest' });
  await digest.getByText('No channel takes it').waitFor();
  await addNtfy(page, 'reader', true);
  await digest.getByText('To reader.').waitFor();
  await press(digest, 'Weekly');
  await digest.getByLabel('Day').selectOption('Thursday');
  await digest.getByLabel('Hour, UTC').selectOption('16:00');
  await digest.getByText(/^Next: (Today, )?Thursday .*, 16:00 UTC$/).waitFor();
  await page.reload();
  await digest.getByText(/^Next: (Today, )?Thursday .*, 16:00 UTC$/).waitFor();
  expect(await digest.getByLabel('Day').inputValue()).toBe('3');
  await press(digest, 'Monthly');
  await digest.getByText(/ 1(, \d{4})?, 16:00 UTC$/).waitFor();
  await press(digest, /^Send now/);
  await digest.getByRole('status').getByText('reader: delivered').waitFor();
  await expectFitsAndIsAccessible(page);
  const [preview] = await Promise.all([
    page.waitForEvent('popup'),
    digest.getByRole('link', { name: /^Preview/ }).click(),
  ]);
  await preview.getByText('example.com').first().waitFor();
  await press(digest, 'Off');
  await digest.getByText(/^Next:/).waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

it('says what was given up, what waits and what is not confirmed, at every width', async () => {
  const attempt = { at: '2026-11-20T04:11:00.000Z', state: 'FAILED', reason: null, nextAt: null };
  const { page, faults } = await product.open('/settings/alerts', {
    prepare: (window) =>
      withChannels(window, [
        channelParts({
          ...{ id: 'channel_999', name: 'on call', givenUp: 2 },
          lastDelivery: { ...attempt, state: 'GIVEN_UP', reason: '502 Bad Gateway' },
        }),
        channelParts({ id: 'channel_2', kind: 'EMAIL', name: 'The team', confirmed: false }),
        channelParts({
          ...{ id: 'channel_3', kind: 'NTFY', name: 'Unbreakable'.repeat(18), pending: 3 },
          lastDelivery: { ...attempt, reason: 'W'.repeat(200), nextAt: '2026-11-21T04:11:00.000Z' },
        }),
        channelParts({ id: 'channel_4', name: 'An old room', enabled: false }),
      ]),
  });
  const note = page.locator('.channel-notes .note');
  await note.getByText('2 messages to on call were not delivered.').waitFor();
  expect(await note.textContent()).toMatch(/502 Bad Gateway, on Nov 20.*Retries have stopped/);
  await expectFitsAndIsAccessible(page, [320, 390, 768, 1280]);
  await rowOf(page, 'The team').getByText('Not confirmed yet').waitFor();
  await rowOf(page, 'The team')
    .getByRole('button', { name: /^Send the link again/ })
    .waitFor();
  expect(await rowOf(page, 'An old room').getByRole('button').count()).toBe(1);
  expect(faults).toEqual([]);
  // there is no such channel
  await press(note, /^Send again/);
  await page.getByRole('alert').getByText('CHANNEL_NOT_FOUND').waitFor();
});
