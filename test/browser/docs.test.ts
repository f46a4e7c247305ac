import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import openapi from '../../src/openapi/openapi.json' with { type: 'json' };
import { seriousFindings, useProduct } from './product.ts';

const product = useProduct();

const READER = { signedIn: false };

it('is read without scripts, and without signing in', async () => {
  const { page, faults } = await product.open('/docs', { ...READER, javaScriptEnabled: false, once: true });
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Access logs' }).click();
  await main.getByRole('link', { name: 'Caddy', exact: true }).first().click();
  expect(page.url()).toBe(`${product.url()}/docs/access-logs#caddy`);
  await page.getByRole('link', { name: 'REST reference' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'GET Stats' }).click();
  expect(await page.title()).toBe('Sum up the events of a range · Site Traffic');
  const examples = page.getByRole('complementary', { name: 'Examples' });
  expect(await examples.getByRole('heading').allTextContents()).toEqual([
    'curl',
    'JavaScript',
    'Python',
    'GraphQL',
  ]);
  await page.getByRole('link', { name: 'SITE_NOT_FOUND' }).click();
  expect(page.url()).toBe(`${product.url()}/docs/rest/errors#SITE_NOT_FOUND`);
  await page.getByRole('link', { name: 'GraphQL schema' }).click();
  await page.getByText('Counts by day or hour.').waitFor();
  expect(faults).toEqual([]);
});

it('does not move when its script starts, and has its groups side by side where there is room', async () => {
  const { page } = await product.open('/sign-in', { viewport: { width: 1280, height: 900 } });
  let load = (): void => undefined;
  const isWanted = new Promise<void>((resolve) => (load = resolve));
  await page.route('**/assets/docs-*.js', async (route) => {
    await isWanted;
    await route.fallback();
  });
  await page.goto(`${product.url()}/docs`, { waitUntil: 'commit' });
  const title = page.getByRole('heading', { name: 'Documentation', level: 1 });
  const before = await title.boundingBox();
  const ofHeading = async (name: string) =>
    (await page.getByRole('heading', { name }).last().boundingBox()) ?? { x: 0, y: 0 };
  const [first, other] = [await ofHeading('Start'), await ofHeading('Running')];
  expect([other.x - first.x > 400, other.y]).toEqual([true, first.y]);
  load();
  await page.getByRole('searchbox').waitFor();
  expect(await title.boundingBox()).toEqual(before);
});

it('has a page where nothing is, as all that is not called by programs', async () => {
  const { page } = await product.open('/docs', READER);
  const missing = page.getByRole('heading', { name: 'There is no such page' });
  expect((await page.goto(`${product.url()}/docs/nothing`))?.status()).toBe(404);
  await missing.waitFor();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'REST reference' })
    .waitFor();
  expect((await page.goto(`${product.url()}/nothing`))?.status()).toBe(404);
  await missing.waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect(await page.getByRole('link', { name: 'Go to your sites' }).getAttribute('href')).toBe('/');
});

it('has every operation, field, code and header of the OpenAPI document, and every type of the schema', () => {
  const folder = 'dist/current/dashboard/docs/rest';
  const pages = readdirSync(folder).filter((name) => name.endsWith('.html'));
  const rest = pages.map((name) => readFileSync(`${folder}/${name}`, 'utf8')).join('');
  const text = JSON.stringify(openapi);
  const named = [...text.matchAll(/"properties":\{"(\w+)"/g), ...text.matchAll(/"code":"([A-Z_]+)"/g)];
  const names = [...named.map(([, name = '']) => name), ...Object.keys(openapi.components.headers)];
  expect(names.filter((name) => !rest.includes(name))).toEqual([]);

  const graphql = readFileSync('dist/current/dashboard/docs/graphql/schema.html', 'utf8');
  const types = [
    ...readFileSync('src/graphql/schema.graphql', 'utf8').matchAll(/^(?:type|enum|scalar) (\w+)/gm),
  ];
  expect(types.filter(([, name = '']) => !graphql.includes(`id="${name}"`))).toEqual([]);
});

it('calls REST with a key, which stays in the page', async () => {
  const { page, faults } = await product.open('/docs/rest/stats', await product.signInOwner());
  const key = readFileSync(product.keyFile(), 'utf8').trim();
  // the site of the reader is filled in
  await page.getByText(`/api/v1/sites/${product.siteId()}/stats"`).waitFor();
  await page.getByLabel('API key').fill(key);
  await page.getByLabel('start').fill('2026-01-01');
  await page.getByLabel('compare').selectOption('previous-period');
  await page.getByRole('button', { name: 'Send' }).click();
  const answer = page.getByLabel('Answer', { exact: true });
  await answer.waitFor();
  expect(JSON.parse((await answer.textContent()) ?? '')).toMatchObject({
    period: { start: '2026-01-01' },
    comparison: { totals: {} },
  });
  await page.getByText(/^\d+ of 600 left$/).waitFor();

  await page.getByRole('tab', { name: 'Python' }).press('End');
  expect(await page.getByRole('tabpanel').textContent()).toContain(
    'stats(start: "2026-01-01", compare: PREVIOUS_PERIOD)',
  );
  const kept = await page.evaluate<string>(
    'JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }])',
  );
  expect(kept).not.toContain(key);
  expect(await page.getByRole('tabpanel').textContent()).not.toContain(key);
  expect(faults).toEqual([]);

  await page.getByLabel('start').fill('2026-02-30');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('"INVALID_DATE_RANGE"').waitFor();
});

it('says that a key that was copied in part, or an idempotency key, cannot be sent, and sends the next one', async () => {
  const { page, faults } = await product.open('/docs/rest/collect', await product.signInOwner());
  const send = page.getByRole('button', { name: 'Send' });
  await page.getByLabel('API key').fill('st_…abcd');
  await send.click();
  await page.getByText('The API key has a character that no header can carry').waitFor();
  await page.getByLabel('API key').fill(readFileSync(product.keyFile(), 'utf8').trim());
  await page.getByLabel('Idempotency-Key').fill('order “7”');
  await send.click();
  await page.getByText('Idempotency-Key has a character that no header can carry').waitFor();
  await page.getByLabel('Idempotency-Key').fill('order-7');
  // the key of the demo reads, and does not collect
  const [answer] = await Promise.all([page.waitForResponse('**/collect/**'), send.click()]);
  expect([answer.status(), answer.request().headers()['idempotency-key']]).toEqual([403, 'order-7']);

  await page.goto(`${product.url()}/docs/graphql/schema`);
  await page.getByLabel('API key').fill('st_…abcd');
  await page.getByRole('button', { name: 'Run the document' }).click();
  await page.getByText('The API key has a character that no header can carry').waitFor();
  expect(faults.filter((fault) => !fault.includes('status of 403'))).toEqual([]);
});

it('runs a document with the session of the reader, and tells what it cost', async () => {
  const { page, faults } = await product.open('/docs/graphql/schema', await product.signInOwner());
  await expect.poll(() => page.getByLabel('Variables').inputValue()).toContain(product.siteId());
  await page.getByRole('button', { name: 'Run the document' }).click();
  await page.getByText('spent: graphql 1, stats 1').waitFor();
  await page.getByLabel('Variables').fill('[1]');
  await page.getByRole('button', { name: 'Run the document' }).click();
  expect(await page.getByRole('alert').textContent()).toContain('must be a JSON object');
  expect(faults).toEqual([]);
});

it('is searched with the keyboard', async () => {
  const { page } = await product.open('/docs', READER);
  await page.getByRole('searchbox').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('site.stats');
  await page.getByRole('status').getByText('1 found').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/graphql/schema#Site.stats');
  await page.getByRole('searchbox').fill('no such thing');
  await page.getByText('Nothing found.').waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('searchbox').inputValue()).toBe('');
});

it('is linked from the dashboard', async () => {
  const { page, faults } = await product.open('/', await product.signInOwner());
  await page.getByRole('link', { name: 'Docs' }).click();
  await page.getByRole('main').getByRole('link', { name: 'First site' }).first().click();
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('status').getByText('Copied').or(page.getByText('Selected: press Ctrl C')).waitFor();
  expect(faults).toEqual([]);
});
