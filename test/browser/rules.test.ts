import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectFitsAndIsAccessible, useProduct } from './product.ts';
import { sheetsThatSay } from './refuse.ts';
import { type RobotsAnswers, answerRobots, bot, brokenRule, obedienceOf, version } from './robots-answers.ts';

const product = useProduct();

const BOTS = [
  { ...bot('GPTBot', 'OpenAI', [9, 7795, 43]), lastReadAt: '2026-01-21T18:02:00.000Z', lastReadVersion: 2 },
  bot('Bytespider', 'ByteDance', [611, 1387, 136]),
  ...Array.from({ length: 11 }, (_, at) => bot(`Bot ${at}`, 'Acme', [0, 100 - at, at])),
];

const RULES = [
  brokenRule('Disallow: /shop/search', 600),
  brokenRule('Disallow: /order/', 15, { version: 1 }),
];
const VERSIONS = [version(1, { until: '2026-02-02T09:40:00.000Z' }), version(2, { invalidLines: [3, 5] })];
const USUAL = { obedience: obedienceOf(BOTS, { rules: RULES }), robotsVersions: VERSIONS };

async function open(answers: () => RobotsAnswers = () => USUAL, search = '') {
  const { page, faults } = await product.open('/sign-in');
  const asked = await answerRobots(page, answers);
  await page.goto(`${product.url()}/sites/${product.siteId()}/pages/rules${search}`);
  return { page, faults, asked };
}

const rowsOf = (page: Page, table: string) =>
  page
    .locator(`table.${table} tr`)
    .evaluateAll((rows) => rows.map((row) => Array.from(row.children, (cell) => cell.textContent.trim())));

const changedIn = (page: Page) =>
  page
    .locator('.diff :is(ins, del)')
    .evaluateAll((all) => all.map((each) => `${each.tagName} ${each.textContent}`));

describe('the rules', () => {
  it('add up, the bots that broke most first, and fit at every width', async () => {
    const { page, faults } = await open();
    await page.getByRole('row', { name: 'Total' }).waitFor();
    const rows = await rowsOf(page, 'obey');
    expect(rows.slice(1, 3)).toEqual([
      ['BytespiderByteDance', '611', '30.6%', '1,998', '136', 'never'],
      ['GPTBotOpenAI', '9', '0.1%', '7,804', '43', 'Jan 21 version 2'],
    ]);
    expect(rows.slice(-3)).toEqual([
      ['Bot 7Acme', '0', 'none', '93', '7', 'never'],
      ['3 more bots', '0', 'none', '273', '27', ''],
      ['Total', '620', '5.7%', '10,847', '234', ''],
    ]);
    expect(await page.locator('.purposes li').allTextContents()).toEqual([
      '5.6% violations, 620 visits',
      '92.3% followed, 10,227 visits',
      '2.1% unknown, 234 visits',
    ]);
    expect((await rowsOf(page, 'rulez')).map(([, visits]) => visits)).toEqual(['Visits', '600', '15', '5']);
    expect(await page.getByText('line 4 of version 1').count()).toBe(1);
    expect(
      await page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]').textContent(),
    ).toBe('Rules');
    await expectFitsAndIsAccessible(page, [390, 768, 1280]);
    expect(faults).toEqual([]);
  });

  it('that nobody broke are no praise: what is unknown stays unknown', async () => {
    const bots = [bot('GPTBot', 'OpenAI', [0, 3, 4])];
    const { page } = await open(() => ({ ...USUAL, obedience: obedienceOf(bots) }));
    await page
      .getByText('3 visits were checked; 4 more are unknown, which is not the same as followed.')
      .waitFor();
    expect((await rowsOf(page, 'obey')).at(1)?.slice(1, 5)).toEqual(['0', 'none', '3', '4']);
    expect(await page.locator('.purposes li').first().textContent()).toBe('0.0% violations, none');
  });

  it('keep their figures while visits are checked again', async () => {
    const { page } = await product.open('/icon.svg', { once: true });
    await page.clock.install();
    const behind = {
      ...obedienceOf([bot('GPTBot', 'OpenAI', [9, 1, 0])]),
      judgedUntil: '2026-01-01T09:40:00.000Z',
    };
    let obedience = USUAL.obedience;
    const asked = await answerRobots(page, () => ({ ...USUAL, obedience }));
    await page.goto(`${product.url()}/sites/${product.siteId()}/pages/rules`);
    const total = page.locator('.obey tfoot tr');
    await total.waitFor();
    const before = await total.textContent();
    obedience = behind;
    await page.clock.runFor(61_000);
    await page.getByText('Checking 11,071 visits again.').waitFor();
    expect(await total.textContent()).toBe(before);
    const count = asked.length;
    obedience = { ...behind, judgedUntil: new Date().toISOString() };
    await page.clock.runFor(11_000);
    await page.getByText(/^Checking/).waitFor({ state: 'detached' });
    expect(asked).toHaveLength(count + 1);
    expect(await total.getByRole('cell').first().textContent()).toBe('9');
  });

  it('say in their own sheets that they were refused', async () => {
    const { page } = await open(() => ({
      ...USUAL,
      refused: { obedience: { code: 'RATE_LIMITED', in: 'query Rules(' } },
    }));
    expect(await sheetsThatSay(page, 'Too many requests.')).toEqual([
      'Do they follow your robots.txt?',
      'Rules they broke',
    ]);
    await page.getByText('in force').waitFor();
    expect(await page.getByRole('alert').allTextContents()).toEqual(['A part of this page was refused.']);
  });

  it('of 5,000 bots with hostile names fit', async () => {
    const long = 'A name of many words '.repeat(10).slice(0, 200);
    const bots = Array.from({ length: 5000 }, (_, at) => bot(`${long}${at}`, long, [5e11 - at, 5e11, 3e11]));
    const rules = [
      brokenRule(`Disallow: /${'x'.repeat(2000)}`, 5e11, {
        ...{ group: long, bots: Array.from({ length: 9 }, () => long) },
        pages: [{ pagePath: `/<script>alert(1)</script>${'catalogue-'.repeat(200)}`, visits: 1 }],
      }),
      brokenRule('Disallow: /\u202e\u0000', 1),
    ];
    const robotsVersions = Array.from({ length: 9 }, (_, at) =>
      version(at + 1, { signals: [long, long], text: `Disallow: /${at}\n\u202e\n${'y'.repeat(400_000)}` }),
    );
    const { page, faults } = await open(() => ({ obedience: obedienceOf(bots, { rules }), robotsVersions }));
    await page.getByRole('button', { name: 'All 5,000 bots' }).waitFor();
    expect(await page.getByText(String.raw`Disallow: /\u202e\u0000`).count()).toBe(1);
    await expectFitsAndIsAccessible(page);
    expect(faults).toEqual([]);
  });
});

describe('the versions of robots.txt', () => {
  it('are compared line by line, and which is in the URL', async () => {
    const { page } = await open();
    await page.getByRole('heading', { name: 'What changed on Feb 2' }).waitFor();
    expect(await changedIn(page)).toEqual(['INS Disallow: /shop/search']);
    expect(await page.locator('.diff tr.added').textContent()).toBe('3+addedDisallow: /shop/search');
    expect(await page.getByText('Lines 3, 5 are not valid').count()).toBe(1);
    await page.getByRole('button', { name: 'Text of version 1' }).click();
    await page.waitForURL('**/pages/rules?to=1');
    await page.getByRole('heading', { name: 'Version 1', exact: true }).waitFor();
    expect(await changedIn(page)).toEqual([]);
    await page.goBack();
    await page.getByRole('combobox', { name: 'From' }).selectOption('Version 1');
    expect(await changedIn(page)).toEqual(['INS Disallow: /shop/search']);
  });

  it('that do not follow each other have a title of their own', async () => {
    const { page } = await open(undefined, '?from=2&to=1');
    await page.getByRole('heading', { name: 'From version 2 to version 1' }).waitFor();
    expect(await changedIn(page)).toEqual(['DEL Disallow: /shop/search']);
  });

  it('are none at first: one is pasted, and says while one types which lines bots ignore', async () => {
    let robotsVersions: readonly object[] = [];
    const { page, asked } = await open(() => ({ obedience: obedienceOf([]), robotsVersions }));
    await page.getByText(`site-traffic robots update --site ${product.siteId()}`).waitFor();
    await page.getByRole('button', { name: 'Paste one' }).click();
    const dialog = page.getByRole('dialog', { name: 'Paste a robots.txt' });
    const text = 'User-agent: *\nDissallow: /\nDisallow: /order/';
    await dialog.getByLabel('Text').fill(text);
    await dialog.getByText('1 group, 1 rule. Line 2 is not valid: “Dissallow” is no known name.').waitFor();
    await dialog.getByLabel('Text').fill(`${text}\nAllow: a`);
    await dialog.getByText('Lines 2, 4 are not valid. Line 2: “Dissallow” is no known name.').waitFor();
    await dialog.getByLabel('Text').fill(text);
    await dialog.getByLabel('In force since').fill('2026-01-14T07:05');
    await expectFitsAndIsAccessible(page);
    robotsVersions = [version(1, { text, origin: 'pasted' })];
    await dialog.getByRole('button', { name: 'Save this version' }).click();
    await page.getByText('1 version', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Version 1', exact: true }).waitFor();
    expect(await page.locator('.diff .tx').allTextContents()).toEqual(text.split('\n'));
    expect(asked.filter(({ query }) => query.includes('mutation')).map(({ variables }) => variables)).toEqual(
      [{ siteId: product.siteId(), text, since: '2026-01-14T07:05:00.000Z' }],
    );
  });

  it.each([
    ['9999-01-01T00:00', 'Must be a time that is not in the future; got "9999-01-01T00:00:00.000Z".'],
    ['12026-01-01T00:00', /^Must be an ISO 8601 time .* in years 0001 to 9999; got "12026-01-01T00:00".$/],
  ])('are not pasted for %s: the field says why', async (time, words) => {
    const { page } = await product.open(`/sites/${product.siteId()}/pages/rules`);
    await page.getByRole('button', { name: 'Paste one' }).click();
    const dialog = page.getByRole('dialog', { name: 'Paste a robots.txt' });
    await dialog.getByLabel('Text').fill('User-agent: *');
    const since = dialog.getByLabel('In force since');
    await since.fill(time);
    await dialog.getByRole('button', { name: 'Save this version' }).click();
    expect(await dialog.getByRole('alert').textContent()).toMatch(words);
    expect(await since.getAttribute('aria-invalid')).toBe('true');
  });

  it('are not pasted for a date without a time, which would be now', async () => {
    const { page } = await product.open(`/sites/${product.siteId()}/pages/rules`);
    await page.getByRole('button', { name: 'Paste one' }).click();
    const dialog = page.getByRole('dialog', { name: 'Paste a robots.txt' });
    await dialog.getByLabel('Text').fill('User-agent: *');
    await dialog.getByLabel('In force since').pressSequentially('01142026');
    await dialog.getByRole('button', { name: 'Save this version' }).click();
    expect(await dialog.getByRole('alert').textContent()).toBe(
      'Must be a complete date that exists, with a time.',
    );
  });

  it('are deleted only after a question, whose safe answer has the focus', async () => {
    const { page, asked } = await open();
    await page.getByRole('button', { name: 'Delete version 1' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Delete version 1?' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Keep it');
    await dialog.getByRole('button', { name: 'Delete it' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(asked.filter(({ query }) => query.includes('mutation')).map(({ variables }) => variables)).toEqual(
      [{ id: 'robots_1' }],
    );
  });
});
