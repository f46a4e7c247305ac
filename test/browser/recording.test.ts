import { expect, it } from 'vitest';
import { sourceParts } from '../support/source-parts.ts';
import { useProduct } from './product.ts';
import { withSources } from './sources.ts';

const product = useProduct();

const AT = '2026-11-20T10:00:00.000Z';

const SOURCES = [
  sourceParts({
    ...{ id: 'log', kind: 'LOG', name: 'access.log', lastRecordedAt: AT },
    window: {
      ...{ records: 1000, events: 8, repeats: 2 },
      skipped: [
        { reason: 'asset', count: 90, sample: 'GET example.com/logo.svg' },
        { reason: 'ordinary-visit', count: 900, sample: null },
      ],
    },
    limits: [{ code: 'no-host', remedy: 'Log the host.' }],
  }),
  sourceParts({
    ...{ id: 'drain', sender: 'netlify' },
    limits: [{ code: 'no-user-agent', remedy: 'Turn “Exclude PII” off.' }],
    lastBatch: { at: AT, records: 88, bytes: 31_000 },
  }),
];

it('each source has a sheet that adds up; what is wrong comes first, and is open', async () => {
  const { page, faults } = await product.open(`/sites/${product.siteId()}`);
  await withSources(page, { sources: SOURCES });
  await page.getByRole('link', { name: /^Last event/ }).click();
  const sheets = page.locator('details');
  await sheets.first().waitFor();
  expect(await sheets.evaluateAll((all) => all.map((each) => each.hasAttribute('open')))).toEqual([
    true,
    false,
  ]);
  const [drain, log] = [sheets.first(), sheets.last()];
  await drain.getByRole('heading', { name: 'Netlify' }).waitFor();
  await drain.getByText('Turn “Exclude PII” off.').first().waitFor();
  await log.getByRole('heading', { name: 'access.log' }).click();
  const figures = await log.locator('dl b').allInnerTexts();
  expect(figures.slice(1)).toEqual(['1,000', '8', '990', '2']);
  const rows = await log.getByRole('row').allInnerTexts();
  expect(rows.slice(1).map((row) => row.split(/\s*[\t\n]\s*/))).toEqual([
    ['Neither an AI bot nor an LLM visitor', '900'],
    ['A file that a page loads', 'GET example.com/logo.svg', '90'],
    ['Total', '990'],
  ]);
  await log.getByText('Log the host.').waitFor();
  expect(faults).toEqual([]);
});

it('a site that nothing records leads to the ways in', async () => {
  const { page } = await product.open(`/sites/${product.siteId()}/recording`, {
    prepare: (window) => withSources(window, { sources: [] }),
  });
  await page.getByRole('link', { name: 'Get traffic in' }).click();
  await page.getByRole('link', { name: /^nginx/ }).waitFor();
});
