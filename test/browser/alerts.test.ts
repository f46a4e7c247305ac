import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { alertParts, withAlerts } from './alerts.ts';
import { expectFitsAndIsAccessible, useProduct } from './product.ts';

const product = useProduct({ own: true });

const site = () => ({ id: product.siteId(), domain: 'shop.example', name: 'Shop' });

const ALERTS = () => [
  alertParts({ site: site() }),
  alertParts({
    ...{ id: 'alert_2', kind: 'ERRORS', at: '2026-11-19T02:00:00.000Z', until: '2026-11-19T08:00:00.000Z' },
    ...{ state: 'OVER', unit: 'SHARE', seen: 0.58, usual: [0, 0.02], site: site() },
    title: '58% of the visits of <b>ClaudeBot</b> failed',
  }),
  alertParts({
    ...{ id: 'alert_3', kind: 'SILENCE', at: '2026-11-19T01:00:00.000Z', state: 'EXPECTED', usual: [] },
    ...{ subjectKind: 'LOG', subject: 'access.log', eventType: null, site: site() },
    title: 'The log access.log has fallen silent',
  }),
];

type Muted = { readonly subject: string; readonly kind?: string; readonly until?: string };

/** Mutes a bot as the owner does in another window. */
async function muteBot(page: Page, muted: Muted): Promise<void> {
  const query = `mutation ($siteId: ID!, $subject: String!, $kind: AlertKind, $until: DateTime) {
    mute(siteId: $siteId, subjectKind: BOT, subject: $subject, kind: $kind, until: $until) { subject }
  }`;
  const body = JSON.stringify({ query, variables: { siteId: product.siteId(), ...muted } });
  const answer = await page.evaluate<{ readonly errors?: unknown }>(`fetch('/graphql', {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: ${JSON.stringify(body)},
  }).then((response) => response.json())`);
  expect(answer.errors).toBeUndefined();
}

const mutedRows = (page: Page) =>
  page
    .getByRole('region', { name: 'Muted' })
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => Array.from(row.children, ({ textContent }) => textContent)));

describe('the list of alerts', () => {
  it('has a row for each, day by day, with what was seen and what is usual', async () => {
    const { page, faults } = await product.open(
      `/sites/${product.siteId()}/alerts?start=2026-11-01&end=2026-11-20`,
      {
        prepare: (window) => withAlerts(window, ALERTS()),
      },
    );
    await page.getByText('GPTBot read 412 pages').waitFor();
    const rows = await page.locator('.alert-list tbody tr').allInnerTexts();
    expect(rows.map((row) => row.split(/\s*[\t\n]\s*/).filter(Boolean))).toEqual([
      [expect.stringMatching(/Friday November 20/)],
      [
        ...['09:00', 'Surge', 'GPTBot read 412 pages ongoing', 'That time usually has 20 to 60.'],
        ...['usually 20 to 60', '412'],
      ],
      [expect.stringMatching(/Thursday November 19/)],
      [
        // what a visitor can choose is text
        ...['02:00', 'Errors', '58% of the visits of <b>ClaudeBot</b> failed'],
        ...[expect.stringMatching(/^That time .* Over at 08:00/), 'usually 0% to 2%', '58%'],
      ],
      [
        ...['01:00', 'Silence', 'The log access.log has fallen silent as expected'],
        'That time usually has 20 to 60.',
      ],
    ]);
    expect(await page.getByRole('img', { name: 'Seen 412; usually 20 to 60' }).count()).toBe(1);
    await expectFitsAndIsAccessible(page);
    expect(faults).toEqual([]);
  });

  it('says of an alert why a change was refused, beside it, until another change is made', async () => {
    const { page } = await product.open(`/sites/${product.siteId()}/alerts`, {
      prepare: (window) => withAlerts(window, ALERTS()),
    });
    await page.getByRole('button', { name: 'What to do about: GPTBot read 412 pages' }).click();
    await page.getByRole('button', { name: 'As expected' }).first().click();
    // there is no such alert
    const status = page.locator('.act-status').first();
    await status.getByText('ALERT_NOT_FOUND').waitFor();
    await page.getByRole('button', { name: 'What to do about: GPTBot read 412 pages' }).click();
    await page.getByRole('button', { name: 'Mute GPTBot for 7 days' }).click();
    await status.getByText('Muted GPTBot.').waitFor();
    await status.getByRole('button', { name: 'Undo' }).click();
    await status.getByText('Muted GPTBot.').waitFor({ state: 'hidden' });
    expect(await status.getByText('ALERT_NOT_FOUND').count()).toBe(0);
  });

  it('mutes what an alert is about, which can be undone, and is in the settings', async () => {
    const { page } = await product.open(`/sites/${product.siteId()}/alerts`, {
      prepare: (window) => withAlerts(window, ALERTS()),
    });
    const mute = async () => {
      await page.getByRole('button', { name: 'What to do about: GPTBot read 412 pages' }).click();
      await page.getByRole('button', { name: 'Mute GPTBot for 7 days' }).click();
      await page.getByText('Muted GPTBot.').waitFor();
    };
    await mute();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Muted GPTBot.').waitFor({ state: 'hidden' });
    await mute();
    await page.getByRole('link', { name: 'Settings' }).last().click();
    await page.getByRole('button', { name: 'Unmute GPTBot' }).click();
    await page.getByText('Nothing is muted.').waitFor();
  });
});

describe('a subject that is muted in several ways', () => {
  const settingsOf = async (page: Page) => {
    await page.goto(`${product.url()}/settings/alerts`);
    await page
      .getByRole('button', { name: /^Unmute / })
      .first()
      .waitFor();
  };

  it('is muted in those again after a mute of all kinds is undone', async () => {
    const { page } = await product.open(`/sites/${product.siteId()}/alerts`, {
      prepare: (window) => withAlerts(window, ALERTS()),
    });
    await muteBot(page, { subject: 'GPTBot', until: '2199-04-01T00:00:00Z' });
    await muteBot(page, { subject: 'GPTBot', kind: 'ERRORS' });
    await page.getByRole('button', { name: 'What to do about: GPTBot read 412 pages' }).click();
    await page.getByRole('button', { name: 'Mute GPTBot until I unmute it' }).click();
    await page.getByText('Muted GPTBot.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Muted GPTBot.').waitFor({ state: 'hidden' });
    await settingsOf(page);
    expect((await mutedRows(page)).toSorted()).toEqual([
      ['GPTBot (Errors)', 'unmuted', 'Unmute GPTBot (Errors)'],
      ['GPTBot', 'Apr 1, 2199', 'Unmute all of GPTBot'],
    ]);
  });

  it('is unmuted in one of them by its row, and in all by that of all', async () => {
    const { page, faults } = await product.open('/settings/alerts');
    for (const kind of ['SURGE', 'ERRORS']) await muteBot(page, { subject: 'ClaudeBot', kind });
    await muteBot(page, { subject: 'ClaudeBot' });
    await settingsOf(page);
    await page.getByRole('button', { name: 'Unmute ClaudeBot (Surge)' }).click();
    await page.getByRole('button', { name: 'Unmute ClaudeBot (Surge)' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Unmute ClaudeBot (Errors)' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Unmute all of ClaudeBot' }).click();
    await page
      .getByRole('button', { name: /ClaudeBot/ })
      .first()
      .waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });
});

it('the settings have how sensitive each kind is', async () => {
  const { page, faults } = await product.open('/settings/alerts');
  const surge = page.getByRole('group', { name: 'Sensitivity of Surge' });
  await surge.getByRole('button', { name: 'Low' }).click();
  await surge.locator('[aria-pressed=true]', { hasText: 'Low' }).waitFor();
  await page.reload();
  await surge.locator('[aria-pressed=true]', { hasText: 'Low' }).waitFor();
  const quota = page.getByRole('group', { name: 'Sensitivity of Quota' });
  expect(await quota.getByRole('button').allInnerTexts()).toEqual(['Off', 'Normal']);
  await expectFitsAndIsAccessible(page);
  expect(faults).toEqual([]);
});

it('marks stand above the lanes; a note is written, shown, changed and deleted there', async () => {
  const { page, faults } = await product.open(`/sites/${product.siteId()}?range=30d`);
  await page.getByText('Alerts and notes', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add a note' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a note' });
  await dialog.getByLabel('Note').fill('new robots.txt');
  await dialog.getByRole('button', { name: 'Add the note' }).click();
  const strip = page.getByRole('toolbar', { name: 'Alerts and notes' });
  await page.getByRole('button', { name: 'Show as table' }).click();
  const table = page.getByRole('region', { name: 'Over time, as table' });
  await table.getByRole('row').nth(1).getByText('note: new robots.txt').waitFor();
  const crosshair = page.getByRole('slider', { name: /crosshair/ });
  await crosshair.press('End');
  expect(await crosshair.getAttribute('aria-valuetext')).toContain('. note: new robots.txt');
  await strip.getByRole('button', { name: /new robots\.txt/ }).click();
  await expectFitsAndIsAccessible(page);
  await page.getByRole('button', { name: 'Edit' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit the note' });
  await editing.getByLabel('Note').fill('moved to a CDN');
  await editing.getByRole('button', { name: 'Save' }).click();
  await strip.getByRole('button', { name: /moved to a CDN/ }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await strip.getByRole('button', { name: /moved to a CDN/ }).waitFor({ state: 'detached' });
  await page.getByText('Note deleted.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await strip.getByRole('button', { name: /moved to a CDN/ }).waitFor();
  expect(faults).toEqual([]);
});
